package io.awaken.http.stream.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.Caller;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.RecordedRun;
import io.awaken.fixture.SettableClock;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.open.Streams;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Streams of messages that are not events of a run. */
class FrameFeedTest {

  private final SettableClock clock = new SettableClock();
  private final ManualScheduler timer = new ManualScheduler(clock);
  private final ManualExecutor threads = new ManualExecutor();
  private final Streams streams =
      new Streams(
          Hubs.alone(),
          new RecordedRun(clock),
          StreamSettings.DEFAULTS,
          new StreamThreads(threads, timer),
          clock);
  private final FakeExchange exchange = new FakeExchange();
  private final List<StreamEnd> ends = new ArrayList<>();
  private final FrameFeed feed = new FrameFeed("notifications", 64, ends::add);

  private void open(FrameFormat format) {
    try (var place = streams.reserve(Caller.ANONYMOUS)) {
      place.open(feed, format, exchange.request(), exchange.response());
    }
    exchange.output.begin();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void framesArriveUnchangedUntilTheFeedIsComplete() {
    open(FrameFormat.SSE);
    assertThat(exchange.output.arrived()).isEqualTo(":\n\n");

    assertThat(feed.send(bytes("data: {\"jsonrpc\":\"2.0\"}\n\n"))).isTrue();
    assertThat(exchange.output.arrived()).isEqualTo("data: {\"jsonrpc\":\"2.0\"}\n\n");
    feed.complete();
    threads.runAll();

    assertThat(feed.send(bytes("late"))).isFalse();
    assertThat(exchange.resumed()).isOne();
    assertThat(ends).containsExactly(StreamEnd.COMPLETE);
    assertThat(streams.count()).isZero();
  }

  @Test
  void aBlockedReaderIsDisconnectedBeforeTheLimitIsExceeded() {
    open(FrameFormat.SSE);
    exchange.output.stall();
    exchange.output.arrived();

    for (int i = 0; i < 4; i++) {
      assertThat(feed.send(bytes("y".repeat(16)))).isTrue();
    }
    assertThat(feed.send(bytes("z"))).isFalse();
    exchange.output.resume();

    assertThat(exchange.output.arrived()).doesNotContain("z").hasSize(64);
    assertThat(ends).containsExactly(StreamEnd.SLOW);
  }

  @Test
  void aDisconnectedReaderIsReported() {
    open(FrameFormat.SSE);
    exchange.output.breakConnection();

    feed.send(bytes("x"));

    assertThat(ends).containsExactly(StreamEnd.LEFT);
    assertThat(feed.send(bytes("y"))).isFalse();
  }

  @Test
  void aStoppingNodeEndsTheFeed() throws InterruptedException {
    open(FrameFormat.SSE);

    streams.closeAll(Duration.ZERO);

    assertThat(ends).containsExactly(StreamEnd.RECONNECT);
  }

  @Test
  void headersAreSentWithoutAHeartbeatToo() {
    open(new FrameFormat("application/json-seq", "", "\u001e", "\n", Map.of()));

    assertThat(exchange.output.flushes()).isOne();
    assertThat(exchange.output.arrived()).isEmpty();
    timer.advance(Duration.ofMinutes(1));
    assertThat(exchange.output.arrived()).isEmpty();
  }

  @Test
  void theContainerIsQueriedOnceForAWriteAndOnceForAFlush() {
    open(FrameFormat.SSE);
    exchange.output.questions();

    feed.send(bytes("a"));

    assertThat(exchange.output.arrived()).endsWith("a");
    assertThat(exchange.output.unflushed()).isZero();
    assertThat(exchange.output.questions()).isEqualTo(2);
  }

  @Test
  void theClockIsReadOnceForAWriteAndItsFlush() {
    open(FrameFormat.SSE);
    clock.readings();

    feed.send(bytes("a"));

    assertThat(clock.readings()).isEqualTo(1);
  }

  @Test
  void framesSentDuringABlockedFlushArriveToo() {
    open(FrameFormat.SSE);
    exchange.output.arrived();
    exchange.output.stallAfterNextWrite();
    feed.send(bytes("a"));
    assertThat(exchange.output.unflushed()).isEqualTo(1);
    feed.send(bytes("b"));

    exchange.output.resume();

    assertThat(exchange.output.arrived()).isEqualTo("ab");
    assertThat(exchange.output.unflushed()).isZero();
  }

  @Test
  void aStreamEndsOnlyAfterTheReaderHasTakenItsLastBytes() {
    open(FrameFormat.SSE);
    feed.send(bytes("a"));
    exchange.output.stall();

    feed.complete();
    assertThat(exchange.output.questions()).isPositive();
    threads.runAll();
    assertThat(ends).isEmpty();
    exchange.output.resume();
    threads.runAll();

    assertThat(ends).containsExactly(StreamEnd.COMPLETE);
  }
}

package io.awaken.http.stream.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.observe.RunObserver;
import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.RecordedRun;
import io.awaken.fixture.SettableClock;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.read.StreamTexts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each stream that is opened ends once, for one reason. */
class StreamEndTest {

  private static final StreamEncoder PLAIN =
      (item, out) -> out.write((StreamTexts.of(item) + " ").getBytes(StandardCharsets.UTF_8));

  private final SettableClock clock = new SettableClock();
  private final ManualScheduler timer = new ManualScheduler(clock);
  private final ManualExecutor threads = new ManualExecutor();
  private final LiveHub hub = Hubs.alone();
  private final RecordedRun run = new RecordedRun(clock);
  private final Streams streams =
      new Streams(
          hub,
          run,
          new StreamSettings(2, 3, 3, 1 << 20, 32, StreamSettings.Times.DEFAULTS),
          new StreamThreads(threads, timer),
          clock,
          new Streams.Admission(Integer.MAX_VALUE, Optional::empty, 0, new CountingObserver()));
  private final FakeExchange exchange = new FakeExchange();
  private final List<StreamEnd> ends = new ArrayList<>();
  private int opened;

  private final class CountingObserver implements RunObserver {

    @Override
    public void streamOpened(RunId of) {
      assertThat(of).isEqualTo(run.id);
      opened++;
    }

    @Override
    public void streamEnded(RunId of, StreamEnd why, long since) {
      ends.add(why);
    }
  }

  @AfterEach
  void everyOpenedStreamEndsOnce() {
    threads.runAll();
    assertThat(opened).isOne();
    assertThat(ends).hasSize(1);
  }

  @Test
  void aStreamWithAllEventsIsComplete() {
    open(PLAIN);
    assertThat(ends).isEmpty();
    run.activate(hub, 1).says("a").finishes();
    assertThat(ends).containsExactly(StreamEnd.COMPLETE);
  }

  @Test
  void anOldStreamEndsWithAReconnect() {
    open(PLAIN);
    run.activate(hub, 1).says("a");
    timer.advance(Duration.ofMinutes(30));
    assertThat(ends).containsExactly(StreamEnd.RECONNECT);
  }

  @Test
  void aBlockedReaderCountsAsSlow() {
    open(PLAIN);
    var activation = run.activate(hub, 1);
    exchange.output.stall();
    activation.says("a");
    timer.advance(Duration.ofSeconds(15));
    assertThat(ends).containsExactly(StreamEnd.SLOW);
  }

  @Test
  void aReaderWithAFullQueueIsSlow() {
    open(PLAIN);
    var activation = run.activate(hub, 1);
    exchange.output.stall();
    for (int i = 0; i < 20; i++) {
      activation.says("a");
    }
    exchange.output.resume();
    assertThat(ends).containsExactly(StreamEnd.SLOW);
  }

  @Test
  void aReaderWhoseConnectionBreaksHasLeft() {
    open(PLAIN);
    exchange.output.breakConnection();
    run.activate(hub, 1).says("a");
    assertThat(ends).containsExactly(StreamEnd.LEFT);
  }

  @Test
  void aStreamThatCannotBeWrittenHasFailed() {
    try (var log = new CapturedLog("io.awaken.http.stream.write.StreamWriter")) {
      open(
          (item, out) -> {
            throw new IllegalStateException("no such event");
          });
      run.activate(hub, 1).says("a");
      assertThat(log.warnings()).hasSize(1);
    }
    assertThat(ends).containsExactly(StreamEnd.FAILED);
  }

  private void open(StreamEncoder encoder) {
    try (var reservation = streams.reserve(Caller.ANONYMOUS)) {
      reservation.open(
          StreamRequest.ofNew(run.id),
          StreamEncoding.stateless(encoder),
          exchange.request(),
          exchange.response());
    }
    exchange.output.begin();
  }
}

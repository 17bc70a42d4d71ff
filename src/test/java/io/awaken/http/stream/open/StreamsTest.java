package io.awaken.http.stream.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Failures;
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
import org.junit.jupiter.api.Test;

class StreamsTest {

  private static final StreamSettings SETTINGS =
      new StreamSettings(2, 3, 1_000, 1 << 20, 32, StreamSettings.Times.DEFAULTS);
  private static final StreamEncoder PLAIN =
      (item, out) -> out.write((StreamTexts.of(item) + " ").getBytes(StandardCharsets.UTF_8));

  private final SettableClock clock = new SettableClock();
  private final ManualScheduler timer = new ManualScheduler(clock);
  private final ManualExecutor threads = new ManualExecutor();
  private final LiveHub hub = Hubs.alone();
  private final RecordedRun run = new RecordedRun(clock);
  private final Streams streams =
      new Streams(hub, run, SETTINGS, new StreamThreads(this::begin, timer), clock);
  private boolean outOfThreads;
  private final FakeExchange exchange = new FakeExchange();

  @Test
  void theHeadersAreSentWithACommentBeforeTheFirstEvent() {
    openFresh();

    assertThat(exchange.output.arrived()).isEqualTo(":\n\n");
    assertThat(exchange.output.unflushed()).isZero();
    assertThat(exchange.headers)
        .containsEntry("Content-Type", "text/event-stream")
        .containsEntry("Cache-Control", "no-cache, no-transform")
        .containsEntry("X-Accel-Buffering", "no");
  }

  @Test
  void aDeltaArrivesWhenItIsPublished() {
    openFresh();
    var activation = run.activate(hub, 1);
    exchange.output.arrived();

    activation.says("a");
    assertThat(exchange.output.arrived()).isEqualTo("a ");
    assertThat(exchange.output.unflushed()).isZero();
    activation.says("b");
    assertThat(exchange.output.arrived()).isEqualTo("b ");
  }

  @Test
  void waitingDeltasAreSentInOneWrite() {
    openFresh();
    var activation = run.activate(hub, 1);
    exchange.output.stall();
    activation.says("a", "b", "c");
    exchange.output.writes();
    exchange.output.arrived();

    exchange.output.resume();

    assertThat(exchange.output.arrived()).endsWith("b c ");
    assertThat(exchange.output.writes()).isOne();
  }

  @Test
  void theResponseEndsOnceOutsideOfTheRunsThread() {
    openFresh();
    run.activate(hub, 1).says("a").finishes();
    assertThat(exchange.resumed()).isZero();

    threads.runAll();

    assertThat(exchange.output.arrived()).isEqualTo(":\n\na RunFinish ");
    assertThat(exchange.resumed()).isOne();
    assertThat(streams.count()).isZero();
    assertThat(timer.waiting()).isOne();
    timer.advance(Duration.ofSeconds(1));
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void aResponseThatCannotBeResumedStillEnds() {
    openFresh();
    exchange.takeRestLayerAway();
    run.activate(hub, 1).finishes();

    threads.runAll();

    assertThat(exchange.completed()).isOne();
    assertThat(exchange.status()).isEqualTo(200);
    assertThat(streams.count()).isZero();
  }

  @Test
  void aStreamThatEndsWithoutAThreadReleasesItsPlace() {
    openFresh();
    outOfThreads = true;
    try (var log = new CapturedLog("io.awaken.http.stream.write.StreamWriter")) {
      run.activate(hub, 1).finishes();
    }

    assertThat(streams.count()).isZero();
  }

  @Test
  void aFailedCheckOfAStreamIsRepeated() {
    openFresh();
    run.activate(hub, 1);
    outOfThreads = true;
    try (var log = new CapturedLog("io.awaken.http.stream.write.StreamWriter")) {
      timer.advance(Duration.ofMinutes(1));
      assertThat(log.warnings()).hasSize(1).allMatch(line -> line.contains("the next one follows"));
    }
    exchange.output.arrived();

    timer.advance(Duration.ofSeconds(15));

    assertThat(exchange.output.arrived()).isEqualTo(":\n\n");
  }

  @Test
  void aCommentIsSentAfterFifteenSecondsOfSilence() {
    openFresh();
    run.activate(hub, 1);
    exchange.output.arrived();

    timer.advance(Duration.ofSeconds(5));
    assertThat(exchange.output.arrived()).isEmpty();
    timer.advance(Duration.ofSeconds(10));
    assertThat(exchange.output.arrived()).isEqualTo(":\n\n");
    timer.advance(Duration.ofSeconds(15));
    assertThat(exchange.output.arrived()).isEqualTo(":\n\n");
  }

  @Test
  void noCommentIsSentBetweenDeltas() {
    openFresh();
    var activation = run.activate(hub, 1);
    exchange.output.arrived();

    for (int i = 0; i < 10; i++) {
      timer.advance(Duration.ofSeconds(4));
      activation.says("w");
    }

    assertThat(exchange.output.arrived()).isEqualTo("w ".repeat(10));
  }

  @Test
  @Failures("F41")
  @Attacks("S32")
  void aBlockedReaderIsDisconnectedAndTheRunContinues() {
    openFresh();
    var activation = run.activate(hub, 1);
    exchange.output.stall();
    activation.says("a", "b");

    timer.advance(Duration.ofSeconds(15));
    threads.runAll();

    assertThat(exchange.resumed()).isOne();
    assertThat(streams.count()).isZero();
    activation.says("c").finishes();
    assertThat(hub.size()).isZero();
  }

  @Test
  @Failures("F42")
  void aBrokenConnectionEndsItsStreamOnly() {
    openFresh();
    var activation = run.activate(hub, 1);
    exchange.output.breakConnection();

    activation.says("a");
    threads.runAll();

    assertThat(exchange.resumed()).isOne();
    activation.says("b").finishes();
    threads.runAll();
    assertThat(exchange.resumed()).isOne();
  }

  @Test
  void aDisconnectedReaderIsNotLoggedAsAWarning() {
    try (var log = new CapturedLog("io.awaken.http.stream.write.StreamWriter")) {
      openFresh();
      exchange.output.breakConnection();
      run.activate(hub, 1).says("a");
      threads.runAll();

      assertThat(exchange.resumed()).isOne();
      assertThat(log.warnings()).isEmpty();
    }
  }

  @Test
  void aFailingEncoderIsLoggedWithItsRunAndEndsOnlyItsStream() {
    endsTheStreamOnly(
        (item, out) -> {
          throw new IllegalStateException("no such event");
        });
  }

  @Test
  void anErrorOfAnEncoderDoesNotReachTheRun() {
    endsTheStreamOnly(
        (item, out) -> {
          throw new NoClassDefFoundError("no such event");
        });
  }

  private void endsTheStreamOnly(StreamEncoder failing) {
    try (var log = new CapturedLog("io.awaken.http.stream.write.StreamWriter")) {
      open(failing);
      var activation = run.activate(hub, 1).says("a");
      threads.runAll();

      assertThat(log.warnings())
          .containsExactly(
              "a stream of run r failed and is closed; the run continues: no such event");
      assertThat(exchange.resumed()).isOne();
      activation.says("b").finishes();
      assertThat(log.warnings()).hasSize(1);
    }
  }

  @Test
  void anOldStreamIsAskedToReconnectWithItsCursor() {
    openFresh();
    run.activate(hub, 1).says("a");

    timer.advance(Duration.ofMinutes(30));
    threads.runAll();

    assertThat(exchange.output.arrived()).endsWith("reconnect:1-1 ");
    assertThat(exchange.resumed()).isOne();
  }

  @Test
  void aDrainDisconnectsAllReadersAndAdmitsNone() throws InterruptedException {
    openFresh();
    run.activate(hub, 1).says("a");

    assertThat(streams.closeAll(Duration.ZERO)).isFalse();
    threads.runAll();

    assertThat(streams.closeAll(Duration.ZERO)).isTrue();
    assertThat(exchange.output.arrived()).isEqualTo(":\n\na reconnect:1-1 ");
    assertThatThrownBy(() -> streams.reserve(Caller.ANONYMOUS))
        .isInstanceOfSatisfying(
            StreamsExhausted.class,
            e -> assertThat(e.scope()).isEqualTo(StreamsExhausted.Scope.DRAINING));
  }

  private void begin(Runnable task) {
    if (outOfThreads) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    threads.execute(task);
  }

  private void openFresh() {
    open(PLAIN);
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

  @Test
  void aSilentStreamChecksOnceWhetherItsRunIsStillHere() {
    openFresh();
    var activation = run.activate(hub, 1).says("a").commits();
    threads.runAll();
    run.queries();

    assertThat(looksWithinAMinute()).isOne();
    assertThat(looksWithinAMinute()).isZero();
    activation.says("b");
    assertThat(looksWithinAMinute()).isOne();
  }

  private int looksWithinAMinute() {
    timer.advance(Duration.ofMinutes(1));
    threads.runAll();
    return run.queries();
  }
}

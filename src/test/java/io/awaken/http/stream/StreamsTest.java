package io.awaken.http.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.event.Cursor;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
  void the_headers_leave_with_a_comment_before_anything_happens() {
    openFresh();

    assertThat(exchange.output.arrived()).isEqualTo(":\n\n");
    assertThat(exchange.output.unflushed()).isZero();
    assertThat(exchange.headers)
        .containsEntry("Content-Type", "text/event-stream")
        .containsEntry("Cache-Control", "no-cache")
        .containsEntry("X-Accel-Buffering", "no");
  }

  @Test
  void a_word_arrives_when_it_is_said() {
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
  void words_that_wait_together_leave_in_one_write() {
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
  void the_response_is_ended_once_and_off_the_runs_thread_when_the_run_is_over() {
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
  void a_response_that_cannot_be_resumed_any_more_ends_all_the_same() {
    openFresh();
    exchange.takeRestLayerAway();
    run.activate(hub, 1).finishes();

    threads.runAll();

    assertThat(exchange.completed()).isOne();
    assertThat(exchange.status()).isEqualTo(200);
    assertThat(streams.count()).isZero();
  }

  @Test
  void a_stream_whose_end_gets_no_thread_keeps_no_place() {
    openFresh();
    outOfThreads = true;
    try (var log = new CapturedLog(SseWriter.class)) {
      run.activate(hub, 1).finishes();
    }

    assertThat(streams.count()).isZero();
  }

  @Test
  void a_stream_that_could_not_be_looked_after_is_looked_after_again() {
    openFresh();
    run.activate(hub, 1);
    outOfThreads = true;
    try (var log = new CapturedLog(SseWriter.class)) {
      timer.advance(Duration.ofMinutes(1));
      assertThat(log.warnings()).hasSize(1).allMatch(line -> line.contains("the next look"));
    }
    exchange.output.arrived();

    timer.advance(Duration.ofSeconds(15));

    assertThat(exchange.output.arrived()).isEqualTo(":\n\n");
  }

  @Test
  void silence_is_broken_by_a_comment_before_fifteen_seconds_are_over() {
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
  void no_comment_comes_while_words_come() {
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
  void a_reader_that_takes_no_bytes_is_given_up_and_the_run_goes_on() {
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
  void a_broken_connection_ends_its_stream_only() {
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
  void a_reader_that_goes_away_is_nothing_to_warn_of() {
    try (var log = new CapturedLog(SseWriter.class)) {
      openFresh();
      exchange.output.breakConnection();
      run.activate(hub, 1).says("a");
      threads.runAll();

      assertThat(exchange.resumed()).isOne();
      assertThat(log.warnings()).isEmpty();
    }
  }

  @Test
  void an_encoder_that_fails_is_warned_of_with_the_run_and_ends_the_stream_only() {
    endsTheStreamOnly(
        (item, out) -> {
          throw new IllegalStateException("no such event");
        });
  }

  @Test
  void an_encoder_that_fails_with_an_error_does_not_reach_the_run_either() {
    endsTheStreamOnly(
        (item, out) -> {
          throw new NoClassDefFoundError("no such event");
        });
  }

  private void endsTheStreamOnly(StreamEncoder failing) {
    try (var log = new CapturedLog(SseWriter.class)) {
      open(failing);
      var activation = run.activate(hub, 1).says("a");
      threads.runAll();

      assertThat(log.warnings())
          .containsExactly(
              "a stream of run r failed and ends here; the run goes on: no such event");
      assertThat(exchange.resumed()).isOne();
      activation.says("b").finishes();
      assertThat(log.warnings()).hasSize(1);
    }
  }

  @Test
  void an_old_stream_is_asked_to_come_back_with_its_cursor() {
    openFresh();
    run.activate(hub, 1).says("a");

    timer.advance(Duration.ofMinutes(30));
    threads.runAll();

    assertThat(exchange.output.arrived()).endsWith("reconnect:1-1 ");
    assertThat(exchange.resumed()).isOne();
  }

  @Test
  void a_drain_sends_every_reader_away_and_lets_nobody_in() throws InterruptedException {
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

  @Test
  void a_principal_holds_no_more_streams_than_it_may() {
    var ada = new Caller("default", "ada", Set.of());
    IntStream.range(0, 2).forEach(i -> streams.reserve(ada));

    assertThatThrownBy(() -> streams.reserve(ada))
        .isInstanceOfSatisfying(
            StreamsExhausted.class,
            e -> assertThat(e.scope()).isEqualTo(StreamsExhausted.Scope.PRINCIPAL))
        .hasMessageContaining("2");
    assertThat(streams.count()).isEqualTo(2);
  }

  @Test
  void a_node_holds_no_more_streams_than_it_may_and_forgets_those_that_were_given_back() {
    IntStream.range(0, 2).forEach(i -> streams.reserve(Caller.ANONYMOUS));
    Streams.Reservation third = streams.reserve(Caller.ANONYMOUS);
    assertThatThrownBy(() -> streams.reserve(Caller.ANONYMOUS))
        .isInstanceOfSatisfying(
            StreamsExhausted.class,
            e -> assertThat(e.scope()).isEqualTo(StreamsExhausted.Scope.NODE));

    third.close();
    third.close();

    assertThat(streams.reserve(Caller.ANONYMOUS)).isNotNull();
    assertThat(streams.count()).isEqualTo(3);
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
          StreamRequest.ofNew(run.id), encoder, exchange.request(), exchange.response());
    }
    exchange.output.begin();
  }

  @Test
  void a_silent_stream_looks_once_whether_its_run_is_still_here() {
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

  @Test
  void a_stream_that_cannot_begin_gives_back_everything() throws InterruptedException {
    var broken = new Streams(hub, run, SETTINGS, new StreamThreads(threads, new Ended()), clock);
    run.activate(hub, 1).says("a").leaves();
    try (var reservation = broken.reserve(Caller.ANONYMOUS);
        var resumed = broken.resume(run.id, Cursor.START)) {
      assertThatThrownBy(
              () -> reservation.open(resumed, PLAIN, exchange.request(), exchange.response()))
          .isInstanceOf(RejectedExecutionException.class);
    }

    assertThat(broken.count()).isZero();
    assertThat(hub.size()).isZero();
    assertThat(broken.closeAll(Duration.ZERO)).isTrue();
  }

  @Test
  void a_wait_that_cannot_begin_gives_back_everything() throws InterruptedException {
    var broken = new Streams(hub, run, SETTINGS, new StreamThreads(threads, new Ended()), clock);
    var ends = new ArrayList<WaitEnd>();
    try (var reservation = broken.reserve(Caller.ANONYMOUS)) {
      assertThatThrownBy(() -> reservation.await(run.id, Duration.ofSeconds(1), ends::add))
          .isInstanceOf(RejectedExecutionException.class);
    }
    threads.runAll();

    assertThat(ends).isEmpty();
    assertThat(broken.count()).isZero();
    assertThat(hub.size()).isZero();
    assertThat(broken.closeAll(Duration.ZERO)).isTrue();
  }

  /** A timer of a node that has ended. */
  private final class Ended extends ManualScheduler {
    private Ended() {
      super(clock);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
      throw new RejectedExecutionException("ended");
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable command, long first, long delay, TimeUnit unit) {
      throw new RejectedExecutionException("ended");
    }
  }
}

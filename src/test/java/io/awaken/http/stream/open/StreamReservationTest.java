package io.awaken.http.stream.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.event.Cursor;
import io.awaken.core.run.Caller;
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
import io.awaken.http.stream.read.RunWait;
import io.awaken.http.stream.read.StreamTexts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A reserved stream counts until it has ended or was released. */
class StreamReservationTest {

  private static final StreamSettings SETTINGS =
      new StreamSettings(2, 3, 1_000, 1 << 20, 32, StreamSettings.Times.DEFAULTS);
  private static final StreamEncoder PLAIN =
      (item, out) -> out.write((StreamTexts.of(item) + " ").getBytes(StandardCharsets.UTF_8));

  private final SettableClock clock = new SettableClock();
  private final ManualExecutor threads = new ManualExecutor();
  private final LiveHub hub = Hubs.alone();
  private final RecordedRun run = new RecordedRun(clock);
  private final Streams streams = node(new ManualScheduler(clock));
  private final FakeExchange exchange = new FakeExchange();

  @Test
  void aPrincipalsStreamsAreLimited() {
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
  void aNodesStreamsAreLimitedAndReleasedPlacesAreReusable() {
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

  @Test
  void aStreamThatCannotStartReleasesEverything() throws InterruptedException {
    Streams broken = node(new Ended());
    run.activate(hub, 1).says("a").leaves();
    try (var reservation = broken.reserve(Caller.ANONYMOUS);
        var resumed = broken.resume(run.id, Cursor.START)) {
      assertThatThrownBy(
              () ->
                  reservation.open(
                      resumed,
                      StreamEncoding.stateless(PLAIN),
                      exchange.request(),
                      exchange.response()))
          .isInstanceOf(RejectedExecutionException.class);
    }

    assertThat(broken.count()).isZero();
    assertThat(hub.size()).isZero();
    assertThat(broken.closeAll(Duration.ZERO)).isTrue();
  }

  @Test
  void aWaitThatCannotStartReleasesEverything() throws InterruptedException {
    Streams broken = node(new Ended());
    var ends = new ArrayList<RunWait.End>();
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

  private Streams node(ManualScheduler timer) {
    return new Streams(hub, run, SETTINGS, new StreamThreads(threads, timer), clock);
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

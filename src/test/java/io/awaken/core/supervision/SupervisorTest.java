package io.awaken.core.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Failures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The test controls threads and the clock. */
@Failures("F54")
class SupervisorTest {

  private static final Supervisor.Times TIMES = Supervisor.Times.USUAL;

  @AutoClose private final CapturedLog log = new CapturedLog(Supervisor.class);
  private final List<Runnable> started = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private boolean noThreads;
  private long nanos = -5;
  private final Supervisor supervisor = new Supervisor(this::start, () -> nanos, TIMES);

  private Thread start(String name, Runnable body) {
    if (noThreads) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    started.add(body);
    return new Thread(body, name);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
    supervisor.check();
  }

  /** Runs the thread that was started last until it dies. */
  private void live() {
    started.getLast().run();
  }

  private static Runnable dying() {
    return () -> {
      throw new OutOfMemoryError("Java heap space");
    };
  }

  @Test
  void aThreadThatDiesIsStartedAgainAndTheLogSaysWhen() {
    supervisor.keep("awaken-dispatcher", dying());
    live();

    supervisor.check();
    assertThat(log.warnings())
        .containsExactly("awaken-dispatcher died; it is started again in PT0.25S: Java heap space");
    pass(Duration.ofMillis(249));
    assertThat(started).hasSize(1);
    pass(Duration.ofMillis(1));
    assertThat(started).hasSize(2);
  }

  @Test
  void pausesDoubleUpToTheLongest() {
    supervisor.keep("a", dying());
    var pauses = new ArrayList<Duration>();
    for (int death = 0; death < 8; death++) {
      live();
      supervisor.check();
      int lives = started.size();
      Duration pause = Duration.ZERO;
      while (started.size() == lives) {
        Duration step = Duration.ofMillis(50);
        pass(step);
        pause = pause.plus(step);
      }
      pauses.add(pause);
    }
    assertThat(pauses)
        .containsExactly(
            Duration.ofMillis(250),
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            Duration.ofSeconds(8),
            TIMES.longestPause(),
            TIMES.longestPause());
  }

  @Test
  void aThreadThatKeepsDyingIsReportedDeadUntilItLives() {
    Runnable[] loop = {dying()};
    supervisor.keep("awaken-bus-listener", () -> loop[0].run());
    supervisor.keep("awaken-dispatcher", () -> {});
    started.getFirst().run();
    supervisor.check();
    for (Duration passed = Duration.ZERO;
        passed.compareTo(TIMES.mostDown()) < 0;
        passed = passed.plusSeconds(1)) {
      assertThat(supervisor.dead()).isEmpty();
      int lives = started.size();
      pass(Duration.ofSeconds(1));
      if (started.size() > lives) {
        live();
      }
    }
    pass(Duration.ofSeconds(1));

    assertThat(supervisor.dead()).containsExactly("awaken-bus-listener");
    assertThat(log.warnings())
        .contains("awaken-bus-listener has not worked for PT1M; /health/live is 503 until it does");

    loop[0] = () -> {};
    pass(TIMES.longestPause());
    assertThat(supervisor.dead()).containsExactly("awaken-bus-listener");
    pass(TIMES.steady());
    assertThat(supervisor.dead()).isEmpty();
  }

  @Test
  void aRecoveredThreadStartsWithTheFirstPauseAgain() {
    supervisor.keep("a", dying());
    for (int death = 0; death < 3; death++) {
      live();
      supervisor.check();
      pass(TIMES.longestPause());
    }
    pass(TIMES.steady());
    live();
    supervisor.check();

    assertThat(log.warnings().getLast()).contains("again in PT0.25S");
  }

  @Test
  void aThreadThatCannotBeStartedIsTriedAgain() {
    noThreads = true;
    supervisor.keep("a", () -> done.add("a"));
    supervisor.check();
    assertThat(log.warnings().getFirst()).contains("unable to create native thread");
    for (int i = 0; i < 61; i++) {
      pass(Duration.ofSeconds(1));
    }
    assertThat(supervisor.dead()).containsExactly("a");

    noThreads = false;
    pass(TIMES.longestPause());
    live();
    assertThat(done).containsExactly("a");
  }

  @Test
  void aLoopThatReturnsIsOver() {
    supervisor.keep("a", () -> {});
    live();
    pass(TIMES.longestPause());
    pass(TIMES.longestPause());

    assertThat(started).hasSize(1);
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void aLoopThatEndedSinceItsThreadWasInterruptedIsStartedAgain() {
    supervisor.keep("a", () -> Thread.currentThread().interrupt());
    live();
    assertThat(Thread.interrupted()).isFalse();
    supervisor.check();
    pass(TIMES.firstPause());

    assertThat(started).hasSize(2);
  }

  @Test
  void anEndedDutyIsNotStartedAgainAndNotDead() {
    Duty duty = supervisor.keep("a", dying());
    live();
    supervisor.check();
    duty.end();
    pass(TIMES.mostDown().multipliedBy(2));

    assertThat(started).hasSize(1);
    assertThat(supervisor.dead()).isEmpty();
  }

  @Test
  void repeatedWorkThatDiesIsDoneAtOnceWhenItIsRestarted() {
    Duty[] duty = {null};
    Runnable work =
        () -> {
          done.add("renewed");
          if (done.size() == 2) {
            duty[0].end();
          } else {
            throw new OutOfMemoryError("Java heap space");
          }
        };
    duty[0] = supervisor.repeat("awaken-leases", Duration.ZERO, work);
    live();
    supervisor.check();
    pass(TIMES.firstPause());
    assertThat(done).hasSize(1);

    live();
    assertThat(done).hasSize(2);
  }

  @Test
  void aPartThatStopsWorkingIsRestored() {
    boolean[] works = {true};
    supervisor.tend(
        "awaken-http-client",
        () -> works[0],
        () -> {
          works[0] = true;
          done.add("restored");
        });
    supervisor.check();
    assertThat(done).isEmpty();

    works[0] = false;
    supervisor.check();
    assertThat(log.warnings()).singleElement().asString().startsWith("awaken-http-client died");
    pass(TIMES.firstPause());
    assertThat(done).containsExactly("restored");
  }

  @Test
  void aPartThatCannotBeRestoredIsDead() {
    supervisor.tend("awaken-http-client", () -> false, dying());
    for (int i = 0; i < 62; i++) {
      pass(Duration.ofSeconds(1));
    }

    assertThat(supervisor.dead()).containsExactly("awaken-http-client");
  }

  @Test
  void aSupervisorWhoseOwnThreadIsGoneReportsItself() {
    supervisor.start();
    supervisor.check();
    nanos += TIMES.mostDown().toNanos() + 1;

    assertThat(supervisor.dead()).containsExactly(Supervisor.NAME);
  }

  @Test
  void theSupervisorOutlivesALogThatThrows() {
    var logger = java.util.logging.Logger.getLogger(Supervisor.class.getName());
    var handler = new FailingHandler();
    logger.addHandler(handler);
    try {
      supervisor.keep("a", dying());
      live();
      supervisor.check();
      pass(TIMES.firstPause());
    } finally {
      logger.removeHandler(handler);
    }
    assertThat(handler.asked).isPositive();
    assertThat(started).hasSize(2);
  }

  private static final class FailingHandler extends java.util.logging.Handler {
    private int asked;

    @Override
    public void publish(java.util.logging.LogRecord entry) {
      asked++;
      throw new OutOfMemoryError("Java heap space");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}

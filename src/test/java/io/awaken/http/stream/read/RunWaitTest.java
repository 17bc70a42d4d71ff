package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Cursor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.http.stream.StreamThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Waits for the end of a run, in any order of end and start of the wait. */
class RunWaitTest extends RunReaderBed {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<RunWait.End> ends = new ArrayList<>();

  private RunWait waiting() {
    return waiting(timer);
  }

  private RunWait waiting(ManualScheduler time) {
    return new RunWait(
        run.id,
        hub,
        id -> run.view(id, Cursor.START, 0).orElseThrow().settled(),
        POLL,
        new StreamThreads(threads, time),
        ends::add);
  }

  private void assertOver(RunWait.End why) {
    threads.runAll();
    assertThat(ends).containsExactly(why);
    assertThat(hub.size()).isZero();
    timer.advance(POLL);
    threads.runAll();
    assertThat(timer.waiting()).isZero();
    assertThat(ends).hasSize(1);
  }

  @Test
  void aRunThatEndsHereEndsTheWaitWithOneQuery() {
    var activation = run.activate(hub, 1).says("a");
    waiting().start(PATIENCE);
    threads.runAll();
    run.queries();

    activation.commits().says("b").commits();
    timer.advance(Duration.ofSeconds(10));
    assertThat(run.queries()).isZero();
    activation.finishes();

    threads.runAll();
    assertThat(run.queries()).isOne();
    assertOver(RunWait.End.SETTLED);
  }

  @Test
  void aRunThatEndedBeforeIsFoundAtOnce() {
    run.activateElsewhere(1).says("a").finishes();

    waiting().start(PATIENCE);

    assertOver(RunWait.End.SETTLED);
  }

  @Test
  void aRunThatEndsOnAnotherNodeIsFoundByPolling() {
    var elsewhere = run.activateElsewhere(1).says("a").commits();
    waiting().start(PATIENCE);
    threads.runAll();
    elsewhere.finishes();

    timer.advance(POLL);

    assertOver(RunWait.End.SETTLED);
  }

  @Test
  void aWaitEndsAfterItsLimit() {
    run.activateElsewhere(1).says("a").commits();
    waiting().start(PATIENCE);
    threads.runAll();

    timer.advance(PATIENCE);

    assertOver(RunWait.End.TIME_UP);
  }

  @Test
  void aWaitThatTimesOutDuringItsStartEndsOnceAndLeavesNothingBehind() {
    run.activateElsewhere(1).says("a").commits();

    waiting(new Impatient()).start(Duration.ZERO);

    assertOver(RunWait.End.TIME_UP);
  }

  @Test
  void aWaitDrainedBeforeItsStartLeavesNothingBehind() {
    run.activateElsewhere(1).says("a").commits();
    RunWait wait = waiting();

    wait.drain();
    wait.start(PATIENCE);

    assertOver(RunWait.End.DRAINING);
  }

  @Test
  void aWaitDrainedBeforeItsStartAndSettledLaterEndsOnce() {
    RunWait wait = waiting();
    wait.drain();
    threads.runAll();

    wait.start(PATIENCE);

    assertOver(RunWait.End.DRAINING);
  }

  @Test
  void aFailedPollIsRepeatedAndTheWaitContinues() {
    var elsewhere = run.activateElsewhere(1).says("a").commits();
    run.failsOnce(new NoClassDefFoundError("gone"));
    waiting().start(PATIENCE);
    threads.runAll();
    elsewhere.finishes();

    timer.advance(POLL);

    assertOver(RunWait.End.SETTLED);
  }

  /** A timer that runs tasks before their handle is returned. */
  private final class Impatient extends ManualScheduler {
    private Impatient() {
      super(clock);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
      command.run();
      threads.runAll();
      return super.schedule(() -> {}, delay, unit);
    }
  }
}

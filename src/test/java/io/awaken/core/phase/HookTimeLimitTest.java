package io.awaken.core.phase;

import static io.awaken.core.phase.Keys.SUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.phase.PhaseRunner.PhaseReport;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.PhaseHook;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.fixture.EngineRun;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A blocking hook runs on its own thread within the time limit of its plugin. */
@Timeout(20)
class HookTimeLimitTest {

  private static final Duration TOO_LONG = HookWatch.DEADLINE.plusNanos(1);

  private EngineRun run;

  @Test
  void aBlockingHookRunsOnItsOwnThread() {
    var threads = new ArrayList<Thread>();
    start(
        plugin ->
            plugin
                .registerPhaseHook(
                    Phase.STEP_START,
                    context -> {
                      threads.add(Thread.currentThread());
                      return StateCommand.none().update(SUM, 1);
                    })
                .blocking());

    run.run(Phase.STEP_START);

    assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
    assertThat(run.value(SUM)).isEqualTo(1);
  }

  @Test
  @Rows(65)
  void blockingHooksRunAtTheSameTime() {
    var together = new CyclicBarrier(3);
    PhaseHook meeting =
        context -> {
          together.await(10, TimeUnit.SECONDS);
          return StateCommand.none().update(SUM, 1);
        };
    start(
        plugin -> {
          plugin.registerPhaseHook(Phase.STEP_START, meeting).blocking();
          plugin.registerPhaseHook(Phase.STEP_START, meeting);
          plugin.registerPhaseHook(Phase.STEP_START, meeting).blocking();
        });

    run.run(Phase.STEP_START);

    assertThat(run.value(SUM)).isEqualTo(3);
  }

  @Test
  void aHangingBlockingHookIsAbandonedEvenIfItIgnoresItsInterrupt() {
    var over = new CountDownLatch(1);
    start(
        plugin ->
            plugin.registerPhaseHook(Phase.STEP_START, context -> deafUntil(over)).blocking());

    assertThatThrownBy(() -> run.run(Phase.STEP_START))
        .isInstanceOf(PluginFailure.class)
        .hasRootCauseMessage("took longer than 10 s");
    over.countDown();
  }

  @Test
  void concurrentlyHangingHooksAreAbandonedTogether() {
    var started = new CountDownLatch(2);
    PhaseHook hanging =
        context -> {
          started.countDown();
          new CountDownLatch(1).await();
          return null;
        };
    start(
        plugin -> {
          plugin
              .registerPhaseHook(Phase.STEP_START, hanging)
              .onFailure(FailurePolicy.IGNORE)
              .blocking();
          plugin
              .registerPhaseHook(Phase.STEP_START, hanging)
              .onFailure(FailurePolicy.IGNORE)
              .blocking();
          plugin
              .registerPhaseHook(
                  Phase.STEP_START,
                  context -> {
                    started.await();
                    run.passes(TOO_LONG.minusSeconds(1));
                    run.passes(Duration.ofSeconds(1));
                    return null;
                  })
              .onFailure(FailurePolicy.IGNORE);
        });

    assertThat(run.run(Phase.STEP_START)).isEqualTo(PhaseReport.NOTHING);
  }

  @Test
  void blockingHooksAreInterruptedWhenAnotherHookFailsTheRun() throws InterruptedException {
    var started = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    start(
        plugin -> {
          plugin.registerPhaseHook(
              Phase.STEP_START,
              context -> {
                started.await();
                throw new IllegalStateException("broken");
              });
          plugin
              .registerPhaseHook(
                  Phase.STEP_START,
                  context -> {
                    started.countDown();
                    try {
                      new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                      interrupted.countDown();
                    }
                    return null;
                  })
              .blocking();
        });

    assertThatThrownBy(() -> run.run(Phase.STEP_START)).isInstanceOf(PluginFailure.class);
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aBlockingHookHasTheTimeLimitThatItsPluginSets() {
    start(
        plugin -> {
          plugin
              .registerPhaseHook(
                  Phase.STEP_START,
                  context -> {
                    run.passes(Duration.ofSeconds(60));
                    return StateCommand.none().update(SUM, 1);
                  })
              .blocking(Duration.ofSeconds(60));
          plugin
              .registerPhaseHook(Phase.STEP_END, hangingFor(Duration.ofMillis(60_500).plusNanos(1)))
              .blocking(Duration.ofMillis(60_500));
        });

    run.run(Phase.STEP_START);

    assertThat(run.value(SUM)).isEqualTo(1);
    assertThatThrownBy(() -> run.run(Phase.STEP_END))
        .isInstanceOf(PluginFailure.class)
        .hasRootCauseMessage("took longer than 60.5 s");
  }

  @Test
  void aTimeLimitOfZeroOrMoreThanADayIsRefused() {
    for (Duration limit : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofHours(25))) {
      assertThatThrownBy(
              () ->
                  start(
                      plugin ->
                          plugin.registerPhaseHook(Phase.STEP_START, adding(1)).blocking(limit)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("time limit of " + limit);
    }
  }

  @Test
  void aRunThatIsAskedToStopWaitsForNoBlockingHook() throws InterruptedException {
    var interrupted = new CountDownLatch(1);
    start(
        plugin ->
            plugin
                .registerPhaseHook(
                    Phase.STEP_START,
                    context -> {
                      run.cancellation().cancel(CancellationToken.Reason.OVERDUE);
                      try {
                        new CountDownLatch(1).await();
                      } catch (InterruptedException e) {
                        interrupted.countDown();
                      }
                      return null;
                    })
                .onFailure(FailurePolicy.IGNORE)
                .blocking(Duration.ofHours(1)));

    assertThatThrownBy(() -> run.run(Phase.STEP_START)).isInstanceOf(RunCancelled.class);
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void anExceptionOfABlockingHookIsItsFailure() {
    start(
        plugin ->
            plugin
                .registerPhaseHook(
                    Phase.STEP_START,
                    context -> {
                      throw new IllegalStateException("broken");
                    })
                .blocking());

    assertThatThrownBy(() -> run.run(Phase.STEP_START))
        .hasMessage("plugin p failed at phase step_start: IllegalStateException");
  }

  private void start(Consumer<PluginRegistrar> parts) {
    run =
        EngineRun.of(
            plugin -> {
              plugin.registerKey(SUM);
              parts.accept(plugin);
            });
  }

  private PhaseHook hangingFor(Duration time) {
    return context -> {
      run.passes(time);
      new CountDownLatch(1).await();
      return null;
    };
  }

  private StateCommand deafUntil(CountDownLatch over) {
    run.passes(TOO_LONG);
    boolean through = false;
    while (!through) {
      try {
        through = over.await(10, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        // Intended by this hook.
      }
    }
    return null;
  }

  private static PhaseHook adding(int value) {
    return context -> StateCommand.none().update(SUM, value);
  }
}

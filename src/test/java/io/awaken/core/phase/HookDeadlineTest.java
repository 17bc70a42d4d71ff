package io.awaken.core.phase;

import static io.awaken.core.phase.Keys.NOTE;
import static io.awaken.core.phase.Keys.NOTIFY;
import static io.awaken.core.phase.Keys.SUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.action.FailedScheduledAction;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.PhaseHook;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.fixture.EngineRun;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A part that blocks for ever has ten seconds; then its failure policy applies. */
@Timeout(20)
class HookDeadlineTest {

  private static final Duration TOO_LONG = HookWatch.DEADLINE.plusNanos(1);

  private EngineRun run;

  @Test
  @Rows(65)
  void aHangingHookIsInterruptedAtItsDeadline() {
    start(plugin -> plugin.registerPhaseHook(Phase.STEP_START, hangingFor(TOO_LONG)));

    assertThatThrownBy(() -> run.run(Phase.STEP_START))
        .isInstanceOf(PluginFailure.class)
        .hasMessage("plugin p failed at phase step_start: HookTimeout")
        .hasRootCauseMessage("took longer than 10 s");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  @Rows(65)
  void aHangingOptionalHookIsSkipped() {
    start(
        plugin -> {
          plugin
              .registerPhaseHook(Phase.STEP_START, hangingFor(TOO_LONG))
              .onFailure(FailurePolicy.IGNORE);
          plugin.registerPhaseHook(Phase.STEP_START, adding(1));
        });

    run.run(Phase.STEP_START);

    assertThat(run.value(SUM)).isEqualTo(1);
  }

  @Test
  void aHookInTimeIsNotInterrupted() {
    start(
        plugin ->
            plugin.registerPhaseHook(
                Phase.STEP_START,
                context -> {
                  run.passes(HookWatch.DEADLINE);
                  return StateCommand.none().update(SUM, 1);
                }));

    run.run(Phase.STEP_START);

    assertThat(run.value(SUM)).isEqualTo(1);
  }

  @Test
  void aResultAfterTheInterruptIsIgnored() {
    start(
        plugin ->
            plugin.registerPhaseHook(
                Phase.STEP_START,
                context -> {
                  run.passes(TOO_LONG);
                  return StateCommand.none().update(SUM, 1);
                }));

    assertThatThrownBy(() -> run.run(Phase.STEP_START)).isInstanceOf(PluginFailure.class);
    assertThat(run.value(SUM)).isZero();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void aFinishedHookIsNeverInterrupted() {
    start(plugin -> plugin.registerPhaseHook(Phase.STEP_START, adding(1)));
    run.run(Phase.STEP_START);

    run.passes(TOO_LONG);

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void eachHookHasItsOwnDeadline() {
    PhaseHook slow =
        context -> {
          run.passes(Duration.ofSeconds(6));
          return StateCommand.none().update(SUM, 1);
        };
    start(
        plugin -> {
          plugin.registerPhaseHook(Phase.STEP_START, slow);
          plugin.registerPhaseHook(Phase.STEP_START, slow);
        });

    run.run(Phase.STEP_START);

    assertThat(run.value(SUM)).isEqualTo(2);
  }

  @Test
  @Rows(91)
  void anActionThatHangsIsRecordedAsFailed() {
    start(
        plugin -> {
          plugin.registerScheduledAction(
              NOTE,
              (context, payload) -> {
                run.passes(TOO_LONG);
                new CountDownLatch(1).await();
                return null;
              });
          plugin.registerPhaseHook(
              Phase.BEFORE_INFERENCE, context -> StateCommand.none().schedule(NOTE, "x"));
        });

    run.run(Phase.BEFORE_INFERENCE);

    assertThat(run.value(RuntimeKeys.FAILED_ACTIONS))
        .extracting(FailedScheduledAction::error)
        .singleElement()
        .asString()
        .endsWith("took longer than 10 s");
  }

  @Test
  @Rows(97)
  void aHangingEffectIsReportedAndTheNextIsDelivered() {
    List<String> delivered = new ArrayList<>();
    start(
        plugin -> {
          plugin.registerEffect(
              NOTIFY,
              (payload, context) -> {
                if (payload.equals("hangs")) {
                  run.passes(TOO_LONG);
                  new CountDownLatch(1).await();
                }
                delivered.add(payload);
              });
          plugin.registerPhaseHook(
              Phase.STEP_START,
              context -> StateCommand.none().emit(NOTIFY, "hangs").emit(NOTIFY, "next"));
        });

    run.run(Phase.STEP_START);
    EffectDispatchReport report = run.dispatch();

    assertThat(delivered).containsExactly("next");
    assertThat(report.errors()).containsExactly("notify: HookTimeout");
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

  private static PhaseHook adding(int value) {
    return context -> StateCommand.none().update(SUM, value);
  }
}

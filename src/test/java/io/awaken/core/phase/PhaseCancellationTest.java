package io.awaken.core.phase;

import static io.awaken.core.phase.Keys.NOTE;
import static io.awaken.core.phase.Keys.STEPS;
import static io.awaken.core.phase.Keys.SUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.run.CancellationToken.Reason;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.fixture.EngineRun;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Rows(71)
class PhaseCancellationTest {

  private final List<Phase> entered = new ArrayList<>();

  @ParameterizedTest
  @EnumSource(Phase.class)
  void aCancelledRunEntersNoPhase(Phase phase) {
    EngineRun run =
        EngineRun.of(
            plugin ->
                plugin.registerPhaseHook(
                    phase,
                    context -> {
                      entered.add(context.phase());
                      return null;
                    }));
    run.cancellation().cancel(Reason.REQUESTED);

    assertThatThrownBy(() -> run.run(phase))
        .isInstanceOfSatisfying(
            RunCancelled.class, e -> assertThat(e.reason()).isEqualTo(Reason.REQUESTED));
    assertThat(entered).isEmpty();
  }

  @Test
  void aPhaseWithoutHooksChecksForCancellation() {
    EngineRun run = EngineRun.of(plugin -> {});
    run.cancellation().cancel(Reason.DRAINING);

    assertThatThrownBy(() -> run.run(Phase.STEP_START)).isInstanceOf(RunCancelled.class);
  }

  @Test
  void commandsOfACancelledRunAreCommittedWithoutActions() {
    EngineRun run = cancelledByAHook();

    assertThatThrownBy(() -> run.run(Phase.BEFORE_INFERENCE)).isInstanceOf(RunCancelled.class);

    assertThat(run.value(SUM)).isEqualTo(1);
    assertThat(run.value(STEPS)).isEmpty();
    assertThat(run.value(RuntimeKeys.PENDING_ACTIONS).waiting()).hasSize(1);
  }

  @Test
  void cancellationIsCheckedBetweenActions() {
    var self = new ArrayList<EngineRun>();
    EngineRun run =
        EngineRun.of(
            plugin -> {
              plugin.registerKey(STEPS);
              plugin.registerScheduledAction(
                  NOTE,
                  (context, payload) -> {
                    self.getFirst().cancellation().cancel(Reason.REQUESTED);
                    return StateCommand.none().update(STEPS, payload);
                  });
              plugin.registerPhaseHook(
                  Phase.BEFORE_INFERENCE,
                  context -> StateCommand.none().schedule(NOTE, "a").schedule(NOTE, "b"));
            });
    self.add(run);

    assertThatThrownBy(() -> run.run(Phase.BEFORE_INFERENCE)).isInstanceOf(RunCancelled.class);

    assertThat(run.value(STEPS)).containsExactly("a");
    assertThat(run.value(RuntimeKeys.FAILED_ACTIONS)).isEmpty();
  }

  @Test
  void aHookThatNoticesTheCancellationUnwindsTheRunWithAnyPolicy() {
    EngineRun run =
        EngineRun.of(
            plugin ->
                plugin
                    .registerPhaseHook(
                        Phase.STEP_START,
                        context -> {
                          throw new RunCancelled(Reason.REQUESTED);
                        })
                    .onFailure(FailurePolicy.IGNORE));

    assertThatThrownBy(() -> run.run(Phase.STEP_START)).isInstanceOf(RunCancelled.class);
  }

  @Test
  void anActionThatNoticesTheCancellationHasNotFailed() {
    EngineRun run =
        EngineRun.of(
            plugin -> {
              plugin.registerScheduledAction(
                  NOTE,
                  (context, payload) -> {
                    throw new RunCancelled(Reason.DRAINING);
                  });
              plugin.registerPhaseHook(
                  Phase.BEFORE_INFERENCE, context -> StateCommand.none().schedule(NOTE, "a"));
            });

    assertThatThrownBy(() -> run.run(Phase.BEFORE_INFERENCE)).isInstanceOf(RunCancelled.class);

    assertThat(run.value(RuntimeKeys.FAILED_ACTIONS)).isEmpty();
    assertThat(run.value(RuntimeKeys.PENDING_ACTIONS).waiting()).hasSize(1);
  }

  private static EngineRun cancelledByAHook() {
    return EngineRun.of(
        plugin -> {
          plugin.registerKey(SUM);
          plugin.registerKey(STEPS);
          plugin.registerScheduledAction(
              NOTE, (context, payload) -> StateCommand.none().update(STEPS, payload));
          plugin.registerPhaseHook(
              Phase.BEFORE_INFERENCE,
              context -> {
                context.hook().cancellation().cancel(Reason.REQUESTED);
                return StateCommand.none().update(SUM, 1).schedule(NOTE, "a");
              });
        });
  }
}

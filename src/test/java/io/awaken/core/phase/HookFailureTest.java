package io.awaken.core.phase;

import static io.awaken.core.phase.Keys.BROKEN;
import static io.awaken.core.phase.Keys.OWNER;
import static io.awaken.core.phase.Keys.PLACE;
import static io.awaken.core.phase.Keys.SUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.phase.PhaseRunner.PhaseReport;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.PhaseHook;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.fixture.EngineRun;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The failure policy of a throwing hook. */
@Rows(65)
class HookFailureTest {

  @Test
  void byDefaultAHookThatThrowsFailsTheRun() {
    EngineRun run = failing(null);

    assertThatThrownBy(() -> run.run(Phase.STEP_START))
        .isInstanceOfSatisfying(
            PluginFailure.class, e -> assertThat(e.policy()).isEqualTo(FailurePolicy.FAIL_RUN))
        .hasMessage("plugin p failed at phase step_start: IllegalStateException")
        .hasRootCauseMessage("broken");
  }

  @ParameterizedTest
  @EnumSource(names = {"FAIL_RUN", "FAIL_CALL"})
  void commandsCollectedWithAFailureAreNotCommitted(FailurePolicy policy) {
    EngineRun run = failing(policy);

    assertThatThrownBy(() -> run.run(Phase.STEP_START))
        .isInstanceOfSatisfying(PluginFailure.class, e -> assertThat(e.policy()).isEqualTo(policy));

    assertThat(run.value(SUM)).isZero();
    assertThat(run.state().snapshot().revision()).isZero();
  }

  @Test
  void anIgnoredFailureDoesNotAffectOtherHooks() {
    EngineRun run = failing(FailurePolicy.IGNORE);

    run.run(Phase.STEP_START);

    assertThat(run.value(SUM)).isEqualTo(11);
  }

  @Test
  void aStackOverflowIsAFailureLikeAnyOther() {
    EngineRun run =
        EngineRun.of(
            plugin ->
                plugin
                    .registerPhaseHook(Phase.STEP_START, context -> endless())
                    .onFailure(FailurePolicy.IGNORE));

    assertThat(run.run(Phase.STEP_START)).isEqualTo(PhaseReport.NOTHING);
  }

  @Test
  void theMessageContainsOnlyTheKindOfTheException() {
    EngineRun run =
        EngineRun.of(
            plugin ->
                plugin.registerPhaseHook(
                    Phase.STEP_START,
                    context -> {
                      throw new IllegalArgumentException("password=1234");
                    }));

    assertThatThrownBy(() -> run.run(Phase.STEP_START)).hasMessageNotContaining("1234");
  }

  @Test
  @Rows({53, 66})
  void anUpdateOfAnUnregisteredKeyIsRefusedBeforeTheCommit() {
    EngineRun run =
        EngineRun.of(
            plugin -> {
              plugin.registerKey(SUM);
              plugin.registerPhaseHook(
                  Phase.STEP_START, context -> StateCommand.none().update(SUM, 1));
              plugin.registerPhaseHook(
                  Phase.STEP_START, context -> StateCommand.none().update(OWNER, "me"));
            });

    assertThatThrownBy(() -> run.run(Phase.STEP_START))
        .isInstanceOf(PluginFailure.class)
        .hasMessage("plugin p failed at phase step_start: state key owner is not registered");
    assertThat(run.value(SUM)).isZero();
  }

  @Test
  @Rows(49)
  void aThrowingUpdateNamesItsKeyAndNothingIsApplied() {
    EngineRun run =
        hooks(
            context -> StateCommand.none().update(SUM, 1),
            context -> StateCommand.none().update(OWNER, "me").update(BROKEN, "1234"));

    assertThatThrownBy(() -> run.run(Phase.STEP_START))
        .isInstanceOfSatisfying(
            StateException.class,
            e ->
                assertThat(e.error())
                    .isEqualTo(new StateError.UpdateFailed("broken", "IllegalArgumentException")))
        .hasMessageNotContaining("1234");
    assertThat(run.state().snapshot().revision()).isZero();
  }

  @Test
  @Rows(66)
  void aHookThatFailsWhenItRunsAgainLeavesTheBatchCommitted() {
    EngineRun run =
        hooks(
            context -> StateCommand.none().update(OWNER, "first"),
            context -> {
              if (context.state().get(OWNER).isPresent()) {
                throw new IllegalStateException("not twice");
              }
              return StateCommand.none().update(OWNER, "second").update(PLACE, "second");
            });

    assertThatThrownBy(() -> run.run(Phase.STEP_START)).isInstanceOf(PluginFailure.class);

    assertThat(run.value(OWNER)).isEqualTo("first");
    assertThat(run.value(PLACE)).isEmpty();
  }

  private static StateCommand endless() {
    return endless();
  }

  /** Three hooks of which the one in the middle fails. */
  private static EngineRun failing(FailurePolicy policy) {
    return EngineRun.of(
        plugin -> {
          keys(plugin);
          plugin.registerPhaseHook(Phase.STEP_START, context -> StateCommand.none().update(SUM, 1));
          var failing =
              plugin.registerPhaseHook(
                  Phase.STEP_START,
                  context -> {
                    throw new IllegalStateException("broken");
                  });
          if (policy != null) {
            failing.onFailure(policy);
          }
          plugin.registerPhaseHook(
              Phase.STEP_START, context -> StateCommand.none().update(SUM, 10));
        });
  }

  private static EngineRun hooks(PhaseHook... hooks) {
    return EngineRun.of(
        plugin -> {
          keys(plugin);
          for (PhaseHook hook : hooks) {
            plugin.registerPhaseHook(Phase.STEP_START, hook);
          }
        });
  }

  private static void keys(PluginRegistrar plugin) {
    List.of(SUM, OWNER, PLACE, BROKEN).forEach(plugin::registerKey);
  }
}

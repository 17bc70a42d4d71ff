package io.awaken.core.phase;

import static io.awaken.core.phase.Keys.NOTE;
import static io.awaken.core.phase.Keys.OWNER;
import static io.awaken.core.phase.Keys.SUM;
import static io.awaken.core.phase.Keys.TELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.plugin.EffectHandler;
import io.awaken.core.plugin.PhaseHook;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.core.state.TypedEffect;
import io.awaken.fixture.EngineRun;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Source: awaken-plugin-internals, "Effect Handlers". */
class EffectsTest {

  private final List<String> told = new ArrayList<>();

  @Test
  @Rows(95)
  void anEffectSeesTheStateAfterTheCommitThatBroughtIt() {
    EngineRun run =
        run(
            (payload, after) -> told.add(payload + " " + after.getOrInitial(SUM)),
            context -> StateCommand.none().update(SUM, 1).emit(TELL, "first"),
            context -> StateCommand.none().update(SUM, 2).emit(TELL, "second"));

    run.run(Phase.STEP_START);

    assertThat(told).containsExactly("first 3", "second 3");
  }

  @Test
  @Rows({66, 95})
  void theEffectsOfAConflictFollowTheCommitOfTheirOwnCommand() {
    EngineRun run =
        run(
            (payload, after) -> told.add(payload + " " + after.getOrInitial(OWNER)),
            context -> StateCommand.none().update(OWNER, "one").emit(TELL, "first"),
            context -> StateCommand.none().update(OWNER, "two").emit(TELL, "second"));

    EffectDispatchReport report = run.run(Phase.STEP_START).effects();

    assertThat(told).containsExactly("first one", "second two");
    assertThat(report).isEqualTo(new EffectDispatchReport(2, List.of()));
  }

  @Test
  @Rows(95)
  void anActionEmitsEffectsToo() {
    EngineRun run =
        EngineRun.of(
            plugin -> {
              plugin.registerEffect(TELL, (payload, after) -> told.add(payload));
              plugin.registerScheduledAction(
                  NOTE, (context, payload) -> StateCommand.none().emit(TELL, payload));
              plugin.registerPhaseHook(
                  Phase.BEFORE_INFERENCE,
                  context -> StateCommand.none().schedule(NOTE, "action").emit(TELL, "hook"));
            });

    PhaseReport report = run.run(Phase.BEFORE_INFERENCE);

    assertThat(told).containsExactly("hook", "action");
    assertThat(report).isEqualTo(new PhaseReport(1, new EffectDispatchReport(2, List.of())));
  }

  @Test
  @Rows(97)
  void aFailedEffectIsReportedTheCommitStaysAndTheOthersStillHappen() {
    EngineRun run =
        run(
            (payload, after) -> tell(payload),
            context ->
                StateCommand.none()
                    .update(SUM, 1)
                    .emit(TELL, "a")
                    .emit(TELL, "bad")
                    .emit(TELL, "deep")
                    .emit(TELL, "cancelled")
                    .emit(TELL, "b"));

    EffectDispatchReport report = run.run(Phase.STEP_START).effects();

    assertThat(told).containsExactly("a", "b");
    assertThat(run.value(SUM)).isEqualTo(1);
    assertThat(report.attempted()).isEqualTo(5);
    assertThat(report.failed()).isEqualTo(3);
    assertThat(report.errors())
        .containsExactly(
            "tell: IllegalStateException", "tell: StackOverflowError", "tell: RunCancelled");
  }

  @Test
  @Rows(97)
  void reportsOfSeveralCommitsAddUp() {
    EngineRun run =
        run(
            (payload, after) -> tell(payload),
            context -> StateCommand.none().update(OWNER, "one").emit(TELL, "bad"),
            context -> StateCommand.none().update(OWNER, "two").emit(TELL, "good"));

    assertThat(run.run(Phase.STEP_START).effects())
        .isEqualTo(new EffectDispatchReport(2, List.of("tell: IllegalStateException")));
  }

  @Test
  @Rows(96)
  void aHookThatEmitsAnEffectWithoutHandlerIsRefusedBeforeAnythingIsCommittedOrTold() {
    EngineRun run =
        run(
            (payload, after) -> told.add(payload),
            context -> StateCommand.none().update(SUM, 1).emit(TELL, "a"),
            context -> StateCommand.none().emit(EffectKey.of("unknown", String.class), "b"));

    assertThatThrownBy(() -> run.run(Phase.STEP_START))
        .isInstanceOf(PluginFailure.class)
        .hasMessageContaining("no handler is registered for effect unknown");
    assertThat(told).isEmpty();
    assertThat(run.state().snapshot().revision()).isZero();
  }

  @Test
  @Rows(96)
  void aToolThatEmitsAnEffectWithoutHandlerIsRefusedAtSubmit() {
    EngineRun run = run((payload, after) -> told.add(payload));
    StateCommand command =
        StateCommand.none().update(SUM, 1).emit(EffectKey.of("unknown", String.class), "b");

    assertThatThrownBy(() -> run.submit(command))
        .isInstanceOfSatisfying(
            StateException.class,
            e -> assertThat(e.error()).isEqualTo(new StateError.UnknownEffectHandler("unknown")));
    assertThat(run.value(SUM)).isZero();
  }

  @Test
  @Rows({95, 97})
  void whatAToolSubmitsIsCommittedAndItsEffectsAreReported() {
    EngineRun run = run((payload, after) -> told.add(payload + after.getOrInitial(SUM)));

    EffectDispatchReport report = run.submit(StateCommand.none().update(SUM, 4).emit(TELL, "n"));

    assertThat(told).containsExactly("n4");
    assertThat(report.failed()).isZero();
  }

  @Test
  @Rows(98)
  void anEffectTravelsAsItsKeyAndItsPayloadInJson() {
    assertThat(StateCommand.none().emit(TELL, "hello").effects())
        .containsExactly(new TypedEffect("tell", TextNode.valueOf("hello")));
  }

  private void tell(String payload) {
    switch (payload) {
      case "bad" -> throw new IllegalStateException("broken");
      case "deep" -> throw new StackOverflowError();
      case "cancelled" -> throw new RunCancelled(CancellationToken.Reason.REQUESTED);
      default -> told.add(payload);
    }
  }

  private static EngineRun run(EffectHandler<String> handler, PhaseHook... hooks) {
    return EngineRun.of(
        plugin -> {
          plugin.registerKey(SUM);
          plugin.registerKey(OWNER);
          plugin.registerEffect(TELL, handler);
          for (PhaseHook hook : hooks) {
            plugin.registerPhaseHook(Phase.STEP_START, hook);
          }
        });
  }
}

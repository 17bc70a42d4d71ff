package io.awaken.core.phase;

import static io.awaken.core.phase.Keys.NOTE;
import static io.awaken.core.phase.Keys.NOTIFY;
import static io.awaken.core.phase.Keys.OWNER;
import static io.awaken.core.phase.Keys.SUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.phase.PhaseRunner.PhaseReport;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.plugin.hook.EffectHandler;
import io.awaken.core.plugin.hook.PhaseHook;
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

  private final List<String> delivered = new ArrayList<>();

  @Test
  @Rows(95)
  void anEffectIsDeliveredAfterTheCommitWithItsState() {
    EngineRun run =
        run(
            (payload, context) -> delivered.add(payload + " " + context.state().getOrInitial(SUM)),
            context -> StateCommand.none().update(SUM, 1).emit(NOTIFY, "first"),
            context -> StateCommand.none().update(SUM, 2).emit(NOTIFY, "second"));

    run.run(Phase.STEP_START);
    assertThat(delivered).isEmpty();
    run.dispatch();

    assertThat(delivered).containsExactly("first 3", "second 3");
  }

  @Test
  @Rows({66, 95})
  void effectsOfConflictingHooksAreDeliveredInOrder() {
    EngineRun run =
        run(
            (payload, context) ->
                delivered.add(payload + " " + context.state().getOrInitial(OWNER)),
            context -> StateCommand.none().update(OWNER, "one").emit(NOTIFY, "first"),
            context -> StateCommand.none().update(OWNER, "two").emit(NOTIFY, "second"));

    run.run(Phase.STEP_START);

    assertThat(run.dispatch()).isEqualTo(new EffectDispatchReport(2, 0, List.of()));
    assertThat(delivered).containsExactly("first two", "second two");
  }

  @Test
  @Rows(95)
  void anActionEmitsEffectsToo() {
    EngineRun run =
        EngineRun.of(
            plugin -> {
              plugin.registerEffect(NOTIFY, (payload, context) -> delivered.add(payload));
              plugin.registerScheduledAction(
                  NOTE, (context, payload) -> StateCommand.none().emit(NOTIFY, payload));
              plugin.registerPhaseHook(
                  Phase.BEFORE_INFERENCE,
                  context -> StateCommand.none().schedule(NOTE, "action").emit(NOTIFY, "hook"));
            });

    assertThat(run.run(Phase.BEFORE_INFERENCE)).isEqualTo(new PhaseReport(1));
    run.dispatch();

    assertThat(delivered).containsExactly("hook", "action");
  }

  @Test
  @Rows(97)
  void aFailedEffectIsReportedAndOthersAreDelivered() {
    EngineRun run =
        run(
            (payload, context) -> deliver(payload),
            context ->
                StateCommand.none()
                    .update(SUM, 1)
                    .emit(NOTIFY, "a")
                    .emit(NOTIFY, "bad")
                    .emit(NOTIFY, "deep")
                    .emit(NOTIFY, "cancelled")
                    .emit(NOTIFY, "b"));

    run.run(Phase.STEP_START);
    EffectDispatchReport report = run.dispatch();

    assertThat(delivered).containsExactly("a", "b");
    assertThat(run.value(SUM)).isEqualTo(1);
    assertThat(report.attempted()).isEqualTo(5);
    assertThat(report.failed()).isEqualTo(3);
    assertThat(report.errors())
        .containsExactly(
            "notify: IllegalStateException", "notify: StackOverflowError", "notify: RunCancelled");
  }

  @Test
  @Rows(97)
  void reportsOfSeveralCommitsAddUp() {
    EngineRun run =
        run(
            (payload, context) -> deliver(payload),
            context -> StateCommand.none().update(OWNER, "one").emit(NOTIFY, "bad"),
            context -> StateCommand.none().update(OWNER, "two").emit(NOTIFY, "good"));

    run.run(Phase.STEP_START);
    run.dispatch();
    run.run(Phase.STEP_START);

    var broken = "notify: IllegalStateException";
    assertThat(run.dispatch()).isEqualTo(new EffectDispatchReport(4, 2, List.of(broken, broken)));
  }

  @Test
  @Rows(97)
  void onlyTheNewestFailuresAreReported() {
    EngineRun run =
        run(
            (payload, context) -> deliver(payload),
            context -> StateCommand.none().emit(NOTIFY, "bad").emit(NOTIFY, "deep"));

    for (int i = 0; i < EffectDispatchReport.NEWEST; i++) {
      run.run(Phase.STEP_START);
    }

    assertThat(run.dispatch().failed()).isEqualTo(2 * EffectDispatchReport.NEWEST);
    assertThat(run.dispatch().errors()).hasSize(EffectDispatchReport.NEWEST);
  }

  @Test
  @Rows(96)
  void aHookWithAnUnhandledEffectIsRefusedBeforeTheCommit() {
    EngineRun run =
        run(
            (payload, context) -> delivered.add(payload),
            context -> StateCommand.none().update(SUM, 1).emit(NOTIFY, "a"),
            context -> StateCommand.none().emit(EffectKey.of("unknown", String.class), "b"));

    assertThatThrownBy(() -> run.run(Phase.STEP_START))
        .isInstanceOf(PluginFailure.class)
        .hasMessageContaining("no handler is registered for effect unknown");
    assertThat(delivered).isEmpty();
    assertThat(run.state().snapshot().revision()).isZero();
  }

  @Test
  @Rows(96)
  void aToolWithAnUnhandledEffectIsRefused() {
    EngineRun run = run((payload, context) -> delivered.add(payload));
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
  void aToolsCommandIsCommittedAndItsEffectsAreReported() {
    EngineRun run =
        run((payload, context) -> delivered.add(payload + context.state().getOrInitial(SUM)));

    run.submit(StateCommand.none().update(SUM, 4).emit(NOTIFY, "n"));

    assertThat(run.dispatch().failed()).isZero();
    assertThat(delivered).containsExactly("n4");
  }

  @Test
  @Rows(98)
  void anEffectIsItsKeyAndJsonPayload() {
    assertThat(StateCommand.none().emit(NOTIFY, "hello").effects())
        .containsExactly(new TypedEffect("notify", TextNode.valueOf("hello")));
  }

  private void deliver(String payload) {
    switch (payload) {
      case "bad" -> throw new IllegalStateException("broken");
      case "deep" -> throw new StackOverflowError();
      case "cancelled" -> throw new RunCancelled(CancellationToken.Reason.REQUESTED);
      default -> delivered.add(payload);
    }
  }

  private static EngineRun run(EffectHandler<String> handler, PhaseHook... hooks) {
    return EngineRun.of(
        plugin -> {
          plugin.registerKey(SUM);
          plugin.registerKey(OWNER);
          plugin.registerEffect(NOTIFY, handler);
          for (PhaseHook hook : hooks) {
            plugin.registerPhaseHook(Phase.STEP_START, hook);
          }
        });
  }
}

package io.awaken.core.phase;

import static io.awaken.core.phase.Keys.BROKEN;
import static io.awaken.core.phase.Keys.LATER;
import static io.awaken.core.phase.Keys.NOTE;
import static io.awaken.core.phase.Keys.OWNER;
import static io.awaken.core.phase.Keys.STEPS;
import static io.awaken.core.phase.Keys.SUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.action.FailedScheduledAction;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.phase.PhaseRunner.PhaseReport;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.ScheduledActionHandler;
import io.awaken.core.state.ActionKey;
import io.awaken.core.state.KeyScope;
import io.awaken.core.state.Phase;
import io.awaken.core.state.RestorePolicy;
import io.awaken.core.state.ScheduledAction;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.fixture.EngineRun;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Source: awaken-plugin-internals, "Phase Convergence Loop"; awaken-scheduled-actions. */
class ScheduledActionsTest {

  @Test
  @Rows({67, 84})
  void actionsAreDoneInOrderAfterTheCommitEachOnTheNewestState() {
    EngineRun run =
        run(
            (context, payload) ->
                StateCommand.none()
                    .update(STEPS, payload + context.state().getOrInitial(STEPS).size()),
            StateCommand.none().update(STEPS, "hook").schedule(NOTE, "a").schedule(NOTE, "b"));

    PhaseReport report = run.run(Phase.BEFORE_INFERENCE);

    assertThat(run.value(STEPS)).containsExactly("hook", "a1", "b2");
    assertThat(report.rounds()).isEqualTo(1);
  }

  @Test
  @Rows({67, 70})
  void anActionMayScheduleActionsForTheNextRound() {
    EngineRun run =
        run(
            (context, payload) -> {
              StateCommand command = StateCommand.none().update(STEPS, payload);
              return payload.length() < 3 ? command.schedule(NOTE, payload + "+") : command;
            },
            StateCommand.none().schedule(NOTE, "a").schedule(NOTE, "b"));

    PhaseReport report = run.run(Phase.BEFORE_INFERENCE);

    assertThat(run.value(STEPS)).containsExactly("a", "b", "a+", "b+", "a++", "b++");
    assertThat(report.rounds()).isEqualTo(3);
    assertThat(run.value(RuntimeKeys.PENDING_ACTIONS).waiting()).isEmpty();
  }

  @Test
  @Rows(68)
  void aSeventeenthRoundIsRefused() {
    EngineRun run =
        run(
            (context, payload) -> StateCommand.none().update(SUM, 1).schedule(NOTE, payload),
            StateCommand.none().schedule(NOTE, "again"));

    assertThatThrownBy(() -> run.run(Phase.BEFORE_INFERENCE))
        .isInstanceOfSatisfying(
            StateException.class,
            e ->
                assertThat(e.error())
                    .isEqualTo(new StateError.PhaseRunLoopExceeded(Phase.BEFORE_INFERENCE, 16)));
    assertThat(run.value(SUM)).isEqualTo(16);
  }

  @Test
  @Rows(68)
  void actionsMayUseSixteenRounds() {
    EngineRun run =
        run(
            (context, payload) ->
                context.state().getOrInitial(SUM) == 15
                    ? StateCommand.none().update(SUM, 1)
                    : StateCommand.none().update(SUM, 1).schedule(NOTE, payload),
            StateCommand.none().schedule(NOTE, "again"));

    assertThat(run.run(Phase.BEFORE_INFERENCE).rounds()).isEqualTo(16);
  }

  @Test
  @Rows(91)
  void aFailedActionIsRecordedAndNotTriedAgainAndTheOthersAreDone() {
    EngineRun run =
        run(
            (context, payload) -> {
              if (payload.equals("bad")) {
                throw new IllegalStateException("broken");
              }
              return StateCommand.none().update(STEPS, payload);
            },
            StateCommand.none().schedule(NOTE, "bad").schedule(NOTE, "good"));

    run.run(Phase.BEFORE_INFERENCE);
    run.run(Phase.BEFORE_INFERENCE);

    assertThat(run.value(STEPS)).containsExactly("good", "good");
    assertThat(run.value(RuntimeKeys.FAILED_ACTIONS))
        .hasSize(2)
        .first()
        .isEqualTo(
            new FailedScheduledAction(
                "note", TextNode.valueOf("bad"), "java.lang.IllegalStateException: broken"));
  }

  @Test
  @Rows(91)
  void aStackOverflowIsAFailedAction() {
    EngineRun run = run(ScheduledActionsTest::endless, StateCommand.none().schedule(NOTE, "x"));

    run.run(Phase.BEFORE_INFERENCE);

    assertThat(run.value(RuntimeKeys.FAILED_ACTIONS))
        .extracting(FailedScheduledAction::error)
        .containsExactly("java.lang.StackOverflowError");
  }

  @Test
  @Rows(91)
  void anActionWithAThrowingUpdateIsRecordedAndNotApplied() {
    EngineRun run =
        run(
            (context, payload) -> StateCommand.none().update(OWNER, "half").update(BROKEN, "x"),
            StateCommand.none().schedule(NOTE, "x"));

    run.run(Phase.BEFORE_INFERENCE);

    assertThat(run.value(OWNER)).isEmpty();
    assertThat(run.value(RuntimeKeys.PENDING_ACTIONS).waiting()).isEmpty();
    assertThat(run.value(RuntimeKeys.FAILED_ACTIONS))
        .extracting(FailedScheduledAction::error)
        .containsExactly("an update of state key broken failed: IllegalArgumentException");
  }

  @Test
  @Rows({84, 91})
  void anInvalidPayloadIsAFailedAction() {
    EngineRun run =
        run(
            (context, payload) -> StateCommand.none(),
            StateCommand.none()
                .schedule(
                    new ScheduledAction(
                        NOTE.name(),
                        NOTE.phase(),
                        JsonNodeFactory.instance.objectNode().put("not", "text"))));

    run.run(Phase.BEFORE_INFERENCE);

    assertThat(run.value(RuntimeKeys.FAILED_ACTIONS)).hasSize(1);
  }

  @Test
  @Rows(91)
  void anActionForALaterPhaseWaitsForIt() {
    EngineRun run =
        run(
            (context, payload) -> StateCommand.none().update(STEPS, payload),
            StateCommand.none().schedule(LATER, "later").schedule(NOTE, "now"));

    run.run(Phase.BEFORE_INFERENCE);
    List<String> before = run.value(STEPS);
    run.run(Phase.STEP_END);

    assertThat(before).containsExactly("now");
    assertThat(run.value(STEPS)).containsExactly("now", "later");
  }

  @Test
  @Rows({51, 91})
  void waitingActionsAreStoredWithTheRunAndDoneAfterARestart() {
    StateCommand wanted = StateCommand.none().schedule(LATER, "later");
    ScheduledActionHandler<String> writes =
        (context, payload) -> StateCommand.none().update(STEPS, payload);
    EngineRun first = run(writes, wanted);
    first.run(Phase.BEFORE_INFERENCE);

    EngineRun second = run(writes, wanted);
    second
        .state()
        .restore(KeyScope.RUN, first.state().persisted(KeyScope.RUN), RestorePolicy.DEFAULT);
    second.run(Phase.STEP_END);

    assertThat(second.value(STEPS)).containsExactly("later");
  }

  @Test
  @Rows(91)
  void actionsLeftAtTheEndOfTheRunAreDropped() {
    EngineRun run =
        run(
            (context, payload) -> StateCommand.none().update(STEPS, payload),
            StateCommand.none().schedule(LATER, "never").schedule(LATER, "never"));
    run.run(Phase.BEFORE_INFERENCE);

    run.run(Phase.RUN_END);

    assertThat(run.value(RuntimeKeys.PENDING_ACTIONS).waiting()).isEmpty();
    assertThat(run.value(STEPS)).isEmpty();
  }

  @Test
  @Rows({67, 93})
  void aHookWithAnUnhandledActionIsRefusedBeforeTheCommit() {
    EngineRun run =
        EngineRun.of(
            plugin -> {
              plugin.registerKey(SUM);
              plugin.registerPhaseHook(
                  Phase.STEP_START, context -> StateCommand.none().update(SUM, 1));
              plugin.registerPhaseHook(
                  Phase.STEP_START, context -> StateCommand.none().schedule(NOTE, "x"));
            });

    assertThatThrownBy(() -> run.run(Phase.STEP_START))
        .isInstanceOf(PluginFailure.class)
        .hasMessageContaining("no handler is registered for scheduled action note")
        .cause()
        .isInstanceOfSatisfying(
            StateException.class,
            e ->
                assertThat(e.error())
                    .isEqualTo(new StateError.UnknownScheduledActionHandler("note")));
    assertThat(run.state().snapshot().revision()).isZero();
  }

  @Test
  @Rows(93)
  void aToolWithAnUnhandledActionIsRefusedBeforeTheCommit() {
    EngineRun run = EngineRun.of(plugin -> plugin.registerKey(SUM));

    assertThatThrownBy(() -> run.submit(StateCommand.none().update(SUM, 1).schedule(NOTE, "x")))
        .isInstanceOfSatisfying(
            StateException.class,
            e ->
                assertThat(e.error())
                    .isEqualTo(new StateError.UnknownScheduledActionHandler("note")));
    assertThat(run.value(SUM)).isZero();
  }

  @Test
  @Rows({91, 93})
  void anActionWithAnUnhandledActionFailsAndIsNotApplied() {
    ActionKey<String> unknown = ActionKey.of("unknown", Phase.BEFORE_INFERENCE, String.class);
    EngineRun run =
        run(
            (context, payload) -> StateCommand.none().update(SUM, 1).schedule(unknown, "x"),
            StateCommand.none().schedule(NOTE, "x"));

    run.run(Phase.BEFORE_INFERENCE);

    assertThat(run.value(SUM)).isZero();
    assertThat(run.value(RuntimeKeys.FAILED_ACTIONS))
        .extracting(FailedScheduledAction::error)
        .containsExactly("no handler is registered for scheduled action unknown");
  }

  @Test
  @Rows({91, 93})
  void aRestoredActionWhosePluginIsGoneIsRecordedAsFailed() {
    EngineRun before =
        run((context, payload) -> null, StateCommand.none().schedule(LATER, "orphan"));
    before.run(Phase.BEFORE_INFERENCE);
    EngineRun after = EngineRun.of(plugin -> {});
    after
        .state()
        .restore(KeyScope.RUN, before.state().persisted(KeyScope.RUN), RestorePolicy.DEFAULT);

    after.run(Phase.STEP_END);

    assertThat(after.value(RuntimeKeys.FAILED_ACTIONS))
        .extracting(FailedScheduledAction::actionKey)
        .containsExactly("later");
    assertThat(after.value(RuntimeKeys.PENDING_ACTIONS).waiting()).isEmpty();
  }

  private static StateCommand endless(Object context, String payload) {
    return endless(context, payload);
  }

  /** A run whose only hook returns this command before each inference. */
  private static EngineRun run(ScheduledActionHandler<String> handler, StateCommand wanted) {
    Consumer<PluginRegistrar> parts =
        plugin -> {
          List.of(OWNER, STEPS, SUM, BROKEN).forEach(plugin::registerKey);
          plugin.registerScheduledAction(NOTE, handler);
          plugin.registerScheduledAction(LATER, handler);
          plugin.registerPhaseHook(Phase.BEFORE_INFERENCE, context -> wanted);
        };
    return EngineRun.of(parts);
  }
}

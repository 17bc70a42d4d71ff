package io.awaken.core.phase;

import static io.awaken.core.phase.Keys.OWNER;
import static io.awaken.core.phase.Keys.PLACE;
import static io.awaken.core.phase.Keys.STEPS;
import static io.awaken.core.phase.Keys.SUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.action.RunLifecycle;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.phase.PhaseRunner.PhaseReport;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.PhaseHook;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.Phase;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.StateCommand;
import io.awaken.fixture.EngineRun;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Source: awaken-plugin-internals, "Hook Ordering and Conflict Resolution". */
class GatherTest {

  private final List<String> calls = new ArrayList<>();

  @ParameterizedTest
  @EnumSource(Phase.class)
  @Rows(62)
  void aPhaseCallsItsOwnHooksAndNoOthers(Phase entered) {
    EngineRun run =
        EngineRun.of(
            plugin -> {
              for (Phase phase : Phase.values()) {
                plugin.registerPhaseHook(phase, context -> called(context.phase().name()));
              }
            });

    run.run(entered);

    assertThat(calls).containsExactly(entered.name());
  }

  @Test
  @Rows({64, 65})
  void allHooksOfAPhaseSeeTheSameFrozenSnapshot() {
    var seen = new HashSet<Snapshot>();
    PhaseHook hook =
        context -> {
          seen.add(context.state());
          return StateCommand.none().update(SUM, 1);
        };
    EngineRun run = sharing(hook, hook, hook);

    run.run(Phase.STEP_START);

    assertThat(seen).hasSize(1);
    assertThat(seen.iterator().next().get(SUM)).isEmpty();
    assertThat(run.value(SUM)).isEqualTo(3);
  }

  @Test
  @Rows({49, 65})
  void commandsThatDoNotConflictAreOneCommit() {
    EngineRun run =
        sharing(
            context -> StateCommand.none().update(OWNER, "a").update(SUM, 2),
            context -> StateCommand.none().update(PLACE, "b").update(SUM, 3));
    long before = run.state().snapshot().revision();

    run.run(Phase.STEP_START);

    assertThat(run.state().snapshot().revision()).isEqualTo(before + 1);
    assertThat(run.value(OWNER)).isEqualTo("a");
    assertThat(run.value(PLACE)).isEqualTo("b");
    assertThat(run.value(SUM)).isEqualTo(5);
  }

  @Test
  @Rows(66)
  void aConflictingHookRunsAgainAndSeesTheOthersWrite() {
    EngineRun run =
        sharing(
            context -> StateCommand.none().update(OWNER, "first"),
            context -> {
              String owner = context.state().getOrInitial(OWNER);
              calls.add("second saw <" + owner + ">");
              return StateCommand.none().update(OWNER, owner + ", then second");
            });

    run.run(Phase.STEP_START);

    assertThat(calls).containsExactly("second saw <>", "second saw <first>");
    assertThat(run.value(OWNER)).isEqualTo("first, then second");
  }

  @Test
  @Rows(66)
  void deferredHooksRunOneByOneOnFreshSnapshots() {
    EngineRun run =
        sharing(
            step("a", OWNER.name()),
            step("b", OWNER.name() + PLACE.name()),
            step("c", PLACE.name()),
            step("d", OWNER.name()));

    run.run(Phase.STEP_START);

    // c does not wait for b: only keys that are already in the batch defer a hook.
    assertThat(calls)
        .containsExactly(
            "a: owner= place=",
            "b: owner= place=",
            "c: owner= place=",
            "d: owner= place=",
            "b: owner=a place=c",
            "d: owner=b place=b");
    assertThat(run.state().snapshot().revision()).isEqualTo(3);
  }

  @Test
  @Rows(66)
  void theHooksOfTheBatchAreNotCalledAgain() {
    EngineRun run =
        sharing(
            context -> called("a").update(OWNER, "a"),
            context -> called("b").update(OWNER, "b"),
            context -> called("c").update(SUM, 1));

    run.run(Phase.STEP_START);

    assertThat(calls).containsExactly("a", "b", "c", "b");
  }

  @Test
  @Rows(49)
  void aHookMayWriteAnExclusiveKeySeveralTimesInOrder() {
    EngineRun run =
        sharing(
            context -> StateCommand.none().update(STEPS, "a").update(STEPS, "b"),
            context -> StateCommand.none().update(SUM, 1));

    run.run(Phase.STEP_START);

    assertThat(run.value(STEPS)).containsExactly("a", "b");
    assertThat(run.state().snapshot().revision()).isEqualTo(1);
  }

  @Test
  @Rows(69)
  void hooksWithoutCommandsCommitNothing() {
    EngineRun run = sharing(context -> null, context -> StateCommand.none());

    PhaseReport report = run.run(Phase.STEP_START);

    assertThat(report.rounds()).isZero();
    assertThat(run.state().snapshot().revision()).isZero();
  }

  @Test
  void aReturnedCommandCanBeReused() {
    StateCommand kept = StateCommand.none().update(OWNER, "kept").schedule(Keys.NOTE, "n");
    EngineRun run =
        EngineRun.of(
            plugin -> {
              keys(plugin);
              plugin.registerScheduledAction(
                  Keys.NOTE, (context, payload) -> called("note " + payload));
              plugin.registerPhaseHook(
                  Phase.BEFORE_INFERENCE, context -> StateCommand.none().update(OWNER, "x"));
              plugin.registerPhaseHook(Phase.BEFORE_INFERENCE, context -> kept);
            });

    run.run(Phase.BEFORE_INFERENCE);
    run.run(Phase.BEFORE_INFERENCE);

    assertThat(calls).containsExactly("note n", "note n");
    assertThat(kept.mutations().touchedKeys()).containsExactly(OWNER.name());
  }

  @Test
  @Rows({54, 72})
  void theFirstRequestedEndingOfTheRunWins() {
    var stopped = new TerminationReason.BehaviorRequested();
    EngineRun run =
        sharing(
            context -> StateCommand.none().update(RuntimeKeys.RUN_LIFECYCLE, stopped),
            context ->
                StateCommand.none()
                    .update(RuntimeKeys.RUN_LIFECYCLE, new TerminationReason.Error("later")));

    run.run(Phase.BEFORE_INFERENCE);

    assertThat(run.value(RuntimeKeys.RUN_LIFECYCLE)).isEqualTo(new RunLifecycle(stopped));
  }

  private StateCommand called(String name) {
    calls.add(name);
    return StateCommand.none();
  }

  /** A hook that records what it sees and writes its name under the given keys. */
  private PhaseHook step(String name, String keys) {
    return context -> {
      Snapshot state = context.state();
      calls.add(
          name
              + (": owner=" + state.getOrInitial(OWNER))
              + (" place=" + state.getOrInitial(PLACE)));
      StateCommand command = StateCommand.none();
      if (keys.contains(OWNER.name())) {
        command.update(OWNER, name);
      }
      if (keys.contains(PLACE.name())) {
        command.update(PLACE, name);
      }
      return command;
    };
  }

  private static EngineRun sharing(PhaseHook... hooks) {
    return EngineRun.of(
        plugin -> {
          keys(plugin);
          for (PhaseHook hook : hooks) {
            plugin.registerPhaseHook(Phase.STEP_START, hook);
            plugin.registerPhaseHook(Phase.BEFORE_INFERENCE, hook);
          }
        });
  }

  private static void keys(PluginRegistrar plugin) {
    plugin.registerKey(OWNER);
    plugin.registerKey(PLACE);
    plugin.registerKey(SUM);
    plugin.registerKey(STEPS);
  }
}

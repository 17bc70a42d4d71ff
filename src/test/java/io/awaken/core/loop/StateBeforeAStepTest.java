package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.action.ActiveAgent;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.memory.MemoryStores;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * A node dies during a long first answer with committed events. What happened before the step is
 * not repeated, so its state must not be lost.
 */
@Rows({43, 54})
class StateBeforeAStepTest {

  private static final StateKey<Integer, Integer> COUNT =
      StateKey.of("counted", Integer.class, () -> 0, Integer::sum).commutative();
  private static final String LONG = ("word".repeat(40) + " ").repeat(2_000);

  private final SettableClock clock = new SettableClock();
  private final MemoryStores memory = new MemoryStores(clock, Stores.SETTINGS);
  private final List<Integer> counted = new ArrayList<>();

  /** One for the start of the run, ten for the start of a step. */
  private Plugin counting() {
    return new TestPlugin(
        "counting",
        registrar -> {
          registrar.registerKey(COUNT);
          registrar.registerPhaseHook(
              Phase.RUN_START, context -> StateCommand.none().update(COUNT, 1));
          registrar.registerPhaseHook(
              Phase.STEP_START, context -> StateCommand.none().update(COUNT, 10));
          registrar.registerPhaseHook(
              Phase.RUN_END,
              context -> {
                counted.add(context.state().getOrInitial(COUNT));
                return null;
              });
        });
  }

  private static Plugin handsOverAtRunStart() {
    var expert = new ActiveAgent(null, new ActiveAgent.Overlay("v", "expert", null, null, null));
    return new TestPlugin(
        "hands-over",
        registrar ->
            registrar.registerPhaseHook(
                Phase.RUN_START,
                context -> StateCommand.none().update(RuntimeKeys.ACTIVE_AGENT, expert)));
  }

  private TestNode node(RunCommit commits, RecordingModel model, Plugin plugin) {
    var stores = RuntimeStores.of(memory).with(commits);
    return new TestNode(stores, model, UnaryOperator.identity(), List.of(plugin));
  }

  /** Dies in the first answer after a commit of its events; another node continues. */
  private RecordingModel crashAndGoOn(Plugin plugin) {
    var model = new RecordingModel(Script.builder().says(LONG));
    var first = node(new DiesAtTheEnd(memory.runCommit()), model, plugin);
    RunId run = first.submit("t", "go");
    try (var log = new CapturedLog("io.awaken.core.mailbox.FailedRuns")) {
      first.executeAll();
      assertThat(log.warnings()).hasSize(1);
    }
    assertThat(memory.events().lastSequence(run, Long.MAX_VALUE)).isPositive();

    counted.clear();
    clock.advance(Stores.SETTINGS.lease().plusMillis(1));
    memory.mailbox().leases().reclaimExpired(10);
    var again = new RecordingModel(Script.builder().says(LONG));
    var second = node(memory.runCommit(), again, plugin);
    second.starter.claimDue();
    second.executeAll();
    assertThat(second.phaseNames()).doesNotContain(Phase.RUN_START);
    assertThat(second.record(run).finalOutput()).isEqualTo(LONG);
    return again;
  }

  @Test
  void countsBeforeACrashSurviveAndTheRepeatedStepCountsOnce() {
    crashAndGoOn(counting());

    assertThat(counted).containsExactly(11);
  }

  @Test
  void anAgentSwitchAtTheStartOfTheRunIsNotUndone() {
    var again = crashAndGoOn(handsOverAtRunStart());

    assertThat(again.requests()).extracting(LlmRequest::system).containsExactly("expert");
  }

  /** A node that dies before it commits the answer. */
  private static final class DiesAtTheEnd extends ForwardingCommit {
    DiesAtTheEnd(RunCommit behind) {
      super(behind);
    }

    @Override
    public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
      throw new IllegalStateException("power cut");
    }
  }
}

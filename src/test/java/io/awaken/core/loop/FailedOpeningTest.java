package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Readers do not wait for an activation that failed before it started. */
class FailedOpeningTest {

  private final RuntimeStores stores = RuntimeStores.inMemory(InstantSource.system());

  private static ScriptedModel model() {
    return new ScriptedModel(
        Script.builder().calls("echo", Map.of("value", "x")).says("done").build());
  }

  @Test
  void questionsThatCannotBeReadLeaveNoActivationOpen() {
    var unreadable = new UnreadableQuestions(stores.suspensions());
    var node =
        new TestNode(
            with(unreadable),
            model(),
            UnaryOperator.identity(),
            List.of(AskedRun.gate("asks", List.of("echo"), ticket -> ticket)),
            FunctionTool.answering("echo", "42"));
    RunId run = node.run("t", "go").runId();
    assertThat(node.record(run).status()).isEqualTo(RunStatus.WAITING);
    agreeTo(run);

    unreadable.now = true;
    node.starter.claimDue();
    node.executeAll();

    assertThat(node.record(run).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(node.sinks.closed()).hasSize(node.sinks.opened());
  }

  @Test
  void anErrorAtTheFirstEventLeavesNoActivationOpen() {
    var runsOut =
        new TestPlugin(
            "runs out",
            registrar ->
                registrar.onEvent(
                    (run, event) -> {
                      if (event.event() instanceof AgentEvent.RunStart) {
                        throw new OutOfMemoryError("no room for the first event");
                      }
                      return null;
                    }));
    var node = new TestNode(stores, model(), UnaryOperator.identity(), List.of(runsOut));

    RunId run = node.run("t", "go").runId();

    assertThat(node.record(run).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(node.sinks.opened()).isOne();
    assertThat(node.sinks.closed()).containsExactly(false);
  }

  private RuntimeStores with(SuspensionStore suspensions) {
    return new RuntimeStores(
        stores.threads(),
        stores.runs(),
        suspensions,
        stores.log(),
        stores.commits(),
        stores.mailbox(),
        stores.tools(),
        stores.profile(),
        stores.documents(),
        stores.outbox());
  }

  private void agreeTo(RunId run) {
    SuspensionRecord question = stores.suspensions().ofRun(run).getLast();
    var decision = new Decision("d", DecisionAction.RESUME, null, null, 1);
    assertThat(
            stores
                .suspensions()
                .decide(question.key(), question.argumentsHash(), decision, "judge")
                .taken())
        .isEqualTo(Taken.RESUMES);
  }

  /** A suspension store that fails from some moment on. */
  private static final class UnreadableQuestions implements SuspensionStore {
    private final SuspensionStore behind;
    private boolean now;

    UnreadableQuestions(SuspensionStore behind) {
      this.behind = behind;
    }

    @Override
    public List<SuspensionRecord> ofRun(RunId runId) {
      if (now) {
        throw new IllegalStateException("the database is away");
      }
      return behind.ofRun(runId);
    }

    @Override
    public List<SuspensionRecord> open(ThreadId threadId) {
      return behind.open(threadId);
    }

    @Override
    public List<SuspensionRecord> inbox(InboxQuery query, int limit) {
      return behind.inbox(query, limit);
    }

    @Override
    public DecideOutcome decide(
        SuspensionKey key, String argumentsHash, Decision decision, String by) {
      return behind.decide(key, argumentsHash, decision, by);
    }

    @Override
    public List<DecideOutcome> expire(int limit) {
      return behind.expire(limit);
    }
  }
}

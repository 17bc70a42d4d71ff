package io.awaken.core.loop.call;

import static io.awaken.core.suspension.DecisionAction.CANCEL;
import static io.awaken.core.suspension.DecisionAction.RESUME;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.tool.RetryClass;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.DyingCommit;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.RuntimeStores;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A person reports the outcome of a cut-off call that must not be repeated. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OutcomeQuestionsTest {

  private static final ThreadId THREAD = new ThreadId("t");

  private final SettableClock clock = new SettableClock();
  private final RuntimeStores stores = RuntimeStores.inMemory(clock);
  private final FunctionTool tool = FunctionTool.answering("echo", "42").retried(RetryClass.NEVER);
  private List<Plugin> plugins = List.of();

  @Test
  void aDecisionsAnswerIsTheResultEvenIfTheToolsSchemaHasChanged() {
    plugins = List.of(AskedRun.gate("asks", List.of("echo"), ticket -> ticket));
    submitTo(node(stores.commits()));
    decide(RESUME, null);
    goOnWith(node(new DyingCommit(stores.commits(), 2)));
    leaseRunsOut();
    tool.describedBy(
        JsonNodeFactory.instance.objectNode().put("type", "object").put("title", "newer"));
    goOnWith(node(stores.commits()));
    assertThat(question().kind()).isEqualTo(SuspensionKind.OUTCOME);

    decide(RESUME, AskedRun.text("it was sent"));
    goOnWith(node(stores.commits()));

    assertThat(tool.calls()).hasSize(1);
    assertThat(stores.runs().find(run()).orElseThrow().status()).isEqualTo(RunStatus.DONE);
    assertThat(result()).isEqualTo("it was sent");
  }

  @Test
  void cancellingAnOutcomeQuestionDoesNotForbidTheCall() {
    submitTo(node(new DyingCommit(stores.commits(), 2)));
    leaseRunsOut();
    goOnWith(node(stores.commits()));
    assertThat(question().kind()).isEqualTo(SuspensionKind.OUTCOME);

    decide(CANCEL, null);
    goOnWith(node(stores.commits()));

    assertThat(tool.calls()).hasSize(1);
    assertThat(stores.runs().find(run()).orElseThrow().status()).isEqualTo(RunStatus.DONE);
    assertThat(result()).doesNotContain("not allowed").contains("not known");
  }

  private TestNode node(RunCommit commits) {
    var script =
        new RecordingModel(Script.builder().calls("echo", Map.of("value", "x")).says("done"));
    return new TestNode(stores.with(commits), script, agent -> agent, plugins, tool);
  }

  private static void submitTo(TestNode node) {
    node.submit(THREAD.value(), "go");
    node.executeAll();
  }

  private static void goOnWith(TestNode node) {
    node.starter.claimDue();
    node.executeAll();
  }

  private void leaseRunsOut() {
    clock.advance(RuntimeStores.LEASE.plusSeconds(1));
    stores.mailbox().leases().reclaimExpired(10);
  }

  private RunId run() {
    return stores.threads().find(THREAD).orElseThrow().latestRunId();
  }

  private SuspensionRecord question() {
    return stores.suspensions().ofRun(run()).getLast();
  }

  private void decide(DecisionAction action, JsonNode result) {
    SuspensionRecord question = question();
    var decision =
        new Decision("d-" + question.key().ordinal(), action, result, null, clock.millis());
    Taken taken =
        stores
            .suspensions()
            .decide(question.key(), question.argumentsHash(), decision, "judge")
            .taken();
    assertThat(taken).isEqualTo(Taken.RESUMES);
  }

  private String result() {
    return stores.threads().history(THREAD).stream()
        .filter(message -> message.toolCallId() != null)
        .findFirst()
        .orElseThrow()
        .text();
  }
}

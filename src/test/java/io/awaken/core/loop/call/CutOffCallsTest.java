package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.DyingCommit;
import io.awaken.fixture.Failures;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.RuntimeStores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls whose node died while their tool executed (F06-F08). */
class CutOffCallsTest {

  private final SettableClock clock = new SettableClock();
  private final RuntimeStores stores = RuntimeStores.inMemory(clock);
  private final FunctionTool tool = FunctionTool.answering("echo", "42");
  private List<Plugin> plugins = List.of();

  /** A safe tool is executed before the first commit of its step, which is repeated as a whole. */
  @ParameterizedTest
  @CsvSource({"SAFE, 1, 1", "KEYED, 2, 2"})
  void aCallThatMayBeRepeatedIsRepeatedUnderItsKey(RetryClass retry, int lost, int attempts) {
    tool.retried(retry);
    executeOn(node(new DyingCommit(stores.commits(), lost)), true);

    leaseRunsOut();
    executeOn(node(stores.commits()), false);

    assertThat(run().status()).isEqualTo(RunStatus.DONE);
    assertThat(tool.calls()).hasSize(2);
    assertThat(tool.calls())
        .extracting(ToolCallContext::idempotencyKey)
        .containsOnly(run().runId() + ":1:" + call().callId());
    assertThat(call().attempt()).isEqualTo(attempts);
  }

  @Test
  void anUnrepeatableCutOffCallAsksForItsOutcome() {
    tool.retried(RetryClass.NEVER);
    executeOn(node(new DyingCommit(stores.commits(), 2)), true);

    leaseRunsOut();
    executeOn(node(stores.commits()), false);
    assertThat(run().status()).isEqualTo(RunStatus.WAITING);
    assertThat(question().kind()).isEqualTo(SuspensionKind.OUTCOME);
    resume();
    executeOn(node(stores.commits()), false);

    assertThat(run().status()).isEqualTo(RunStatus.DONE);
    assertThat(tool.calls()).hasSize(1);
    assertThat(call().status()).isEqualTo(ToolCallStatus.SUCCEEDED);
  }

  @Test
  void anUnrepeatableCallIsNotRepeatedAfterADecision() {
    tool.retried(RetryClass.NEVER);
    plugins = List.of(AskedRun.gate("asks", List.of("echo"), ticket -> ticket));
    executeOn(node(stores.commits()), true);
    assertThat(run().status()).isEqualTo(RunStatus.WAITING);
    resume();
    executeOn(node(new DyingCommit(stores.commits(), 2)), false);
    assertThat(tool.calls()).hasSize(1);

    leaseRunsOut();
    executeOn(node(stores.commits()), false);

    assertThat(run().status()).isEqualTo(RunStatus.WAITING);
    assertThat(question().kind()).isEqualTo(SuspensionKind.OUTCOME);
    assertThat(tool.calls()).hasSize(1);
  }

  @Test
  void anApprovalAppliesToTheRepetitionOfTheCall() {
    plugins = List.of(AskedRun.gate("asks", List.of("echo"), ticket -> ticket));
    executeOn(node(stores.commits()), true);
    resume();
    executeOn(node(new DyingCommit(stores.commits(), 2)), false);

    leaseRunsOut();
    executeOn(node(stores.commits()), false);

    assertThat(run().status()).isEqualTo(RunStatus.DONE);
    assertThat(tool.calls()).hasSize(2);
    assertThat(stores.suspensions().ofRun(run().runId())).hasSize(1);
  }

  @Test
  void anApprovalIsVoidWhenTheToolsSchemaHasChanged() {
    plugins = List.of(AskedRun.gate("asks", List.of("echo"), ticket -> ticket));
    executeOn(node(stores.commits()), true);
    resume();
    tool.describedBy(
        JsonNodeFactory.instance.objectNode().put("type", "object").put("title", "newer"));
    executeOn(node(stores.commits()), false);

    assertThat(run().status()).isEqualTo(RunStatus.WAITING);
    assertThat(tool.calls()).isEmpty();
    assertThat(stores.suspensions().ofRun(run().runId()))
        .extracting(SuspensionRecord::status)
        .containsExactly(SuspensionStatus.CONSUMED, SuspensionStatus.OPEN);
  }

  @Test
  void anApprovalOfEditedArgumentsIsVoidWhenTheToolsSchemaHasChanged() {
    plugins =
        List.of(
            AskedRun.gate(
                "asks",
                List.of("echo"),
                ticket -> SuspendTicket.of(ResumeMode.PASS_DECISION_TO_TOOL, ticket.suspension())));
    executeOn(node(stores.commits()), true);
    decide(DecisionAction.RESUME, JsonNodeFactory.instance.objectNode().put("value", "y"));
    tool.describedBy(
        JsonNodeFactory.instance.objectNode().put("type", "object").put("title", "newer"));
    executeOn(node(stores.commits()), false);

    assertThat(run().status()).isEqualTo(RunStatus.WAITING);
    assertThat(tool.calls()).isEmpty();
  }

  @Test
  void anApprovalIsVoidWhenTheApproverHasChanged() {
    plugins = List.of(AskedRun.gate("asks", List.of("echo"), ticket -> ticket));
    executeOn(node(stores.commits()), true);
    resume();
    var boss = new Approver("boss", true);
    plugins = List.of(AskedRun.gate("asks", List.of("echo"), ticket -> ticket.decidedBy(boss)));
    executeOn(node(stores.commits()), false);

    assertThat(run().status()).isEqualTo(RunStatus.WAITING);
    assertThat(question().ticket().approver()).isEqualTo(boss);
    assertThat(tool.calls()).isEmpty();
  }

  @Test
  void aBlockedCutOffCallReportsAnUnknownEffect() {
    executeOn(node(new DyingCommit(stores.commits(), 2)), true);
    assertThat(tool.calls()).hasSize(1);
    plugins =
        List.of(
            new TestPlugin(
                "strict",
                r ->
                    r.registerToolGateHook(
                        context -> Optional.of(new ToolIntercept.Block("no more of these")))));

    leaseRunsOut();
    executeOn(node(stores.commits()), false);

    assertThat(tool.calls()).hasSize(1);
    assertThat(resultText())
        .contains("no more of these", "it had started before, and its effect is unknown");
  }

  @Test
  void aRefusedCutOffCallReportsAnUnknownEffect() {
    executeOn(node(new DyingCommit(stores.commits(), 2)), true);
    plugins = List.of(AskedRun.gate("asks", List.of("echo"), ticket -> ticket));
    leaseRunsOut();
    executeOn(node(stores.commits()), false);
    assertThat(run().status()).isEqualTo(RunStatus.WAITING);

    decide(DecisionAction.CANCEL, null);
    executeOn(node(stores.commits()), false);

    assertThat(tool.calls()).hasSize(1);
    assertThat(resultText()).contains("the call was not allowed", "it had started before");
  }

  @Test
  void aRepetitionWithoutAThreadReportsAnUnknownEffect() {
    executeOn(node(new DyingCommit(stores.commits(), 2)), true);
    leaseRunsOut();
    Executor full =
        task -> {
          throw new RejectedExecutionException("full");
        };
    executeOn(node(stores.commits()).toolsWorkOn(full), false);

    assertThat(tool.calls()).hasSize(1);
    assertThat(resultText())
        .contains("no thread is free", "it had started before, and its effect is unknown")
        .doesNotContain("not executed");
  }

  @Test
  void aRepetitionPreventedByTheEndOfItsRunReportsAnUnknownEffect() {
    executeOn(node(new DyingCommit(stores.commits(), 2)), true);
    leaseRunsOut();
    TestNode node = node(stores.commits());
    RunId id = run().runId();
    executeOn(node.toolsWorkOn(task -> node.canceller.cancel(id, Caller.ANONYMOUS)), false);

    assertThat(tool.calls()).hasSize(1);
    assertThat(resultText())
        .contains("the run ended", "it had started before, and its effect is unknown")
        .doesNotContain("not executed");
  }

  @Test
  void aCancellationDuringTheCommitBeforeACallReportsItAsNotExecuted() {
    var node = new AtomicReference<TestNode>();
    var cancelled =
        new ForwardingCommit(stores.commits()) {
          @Override
          public Fence commit(Fence fence, StepCommit step) {
            Fence next = super.commit(fence, step);
            node.get().canceller.cancel(run().runId(), Caller.ANONYMOUS);
            return next;
          }
        };
    node.set(node(cancelled));
    executeOn(node.get(), true);

    assertThat(tool.calls()).isEmpty();
    assertThat(resultText()).contains("not executed: the run ended");
  }

  @Test
  void aRepetitionPreventedByACancellationReportsAnUnknownEffect() {
    executeOn(node(new DyingCommit(stores.commits(), 2)), true);
    plugins = List.of(AskedRun.gate("asks", List.of("echo"), ticket -> ticket));
    leaseRunsOut();
    executeOn(node(stores.commits()), false);
    resume();
    var node = node(stores.commits());
    node.starter.claimDue();
    node.canceller.cancel(run().runId(), Caller.ANONYMOUS);
    node.executeAll();

    assertThat(run().termination()).isEqualTo(new TerminationReason.Cancelled());
    assertThat(tool.calls()).hasSize(1);
    assertThat(resultText()).contains("it had started before");
  }

  @Test
  void onlyTheApproverOfACallMayReportItsOutcome() {
    var boss = new Approver("boss", true);
    tool.retried(RetryClass.NEVER);
    plugins = List.of(AskedRun.gate("asks", List.of("echo"), ticket -> ticket.decidedBy(boss)));
    executeOn(node(stores.commits()), true);
    resume();
    executeOn(node(new DyingCommit(stores.commits(), 2)), false);
    leaseRunsOut();
    executeOn(node(stores.commits()), false);

    assertThat(question().kind()).isEqualTo(SuspensionKind.OUTCOME);
    assertThat(question().ticket().approver()).isEqualTo(boss);
  }

  @Test
  @Failures("F31")
  void anOverdueToolIsAbandoned() throws InterruptedException {
    var stuck = new CountDownLatch(1);
    var slow =
        new FunctionTool(
                "echo",
                (arguments, context) -> {
                  while (stuck.getCount() > 0) {
                    try {
                      stuck.await();
                    } catch (InterruptedException e) {
                      // Ignores the interrupt.
                    }
                  }
                  return ToolResult.success("echo", arguments);
                })
            .within(Duration.ofMillis(500));

    var node = new TestNode(stores, script(), agent -> agent, plugins, slow);
    node.run("t", "go");
    stuck.countDown();

    assertThat(run().finalOutput()).isEqualTo("done");
    assertThat(call().status()).isEqualTo(ToolCallStatus.FAILED);
    assertThat(resultText()).contains("timeout").contains("PT0.5S");
  }

  private TestNode node(RunCommit commits) {
    return new TestNode(stores.with(commits), script(), agent -> agent, plugins, tool);
  }

  private static RecordingModel script() {
    return new RecordingModel(Script.builder().calls("echo", Map.of("value", "x")).says("done"));
  }

  private void executeOn(TestNode node, boolean submit) {
    if (submit) {
      node.submit("t", "go");
    } else {
      node.starter.claimDue();
    }
    node.executeAll();
  }

  private void leaseRunsOut() {
    clock.advance(RuntimeStores.LEASE.plusSeconds(1));
    stores.mailbox().leases().reclaimExpired(10);
  }

  private RunRecord run() {
    RunId id = stores.threads().find(new ThreadId("t")).orElseThrow().latestRunId();
    return stores.runs().find(id).orElseThrow();
  }

  private CallState call() {
    return stores.runs().calls(run().runId()).getFirst();
  }

  private SuspensionRecord question() {
    return stores.suspensions().ofRun(run().runId()).getLast();
  }

  /** The result of the call, as the model read it. */
  private String resultText() {
    return stores.threads().history(new ThreadId("t")).get(2).text();
  }

  private void resume() {
    decide(DecisionAction.RESUME, null);
  }

  private void decide(DecisionAction action, JsonNode arguments) {
    var decision = new Decision("d", action, arguments, null, clock.millis());
    Taken taken =
        stores
            .suspensions()
            .decide(question().key(), question().argumentsHash(), decision, "judge")
            .taken();
    assertThat(taken).isEqualTo(Taken.RESUMES);
  }
}

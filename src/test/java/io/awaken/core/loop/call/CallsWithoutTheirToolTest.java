package io.awaken.core.loop.call;

import static io.awaken.core.spec.ToolExecutionMode.PARALLEL_STREAMING;
import static io.awaken.core.suspension.DecisionAction.RESUME;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.Decision;
import io.awaken.core.tool.Tool;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tool was executing when its node died, and the next node cannot repeat the call. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CallsWithoutTheirToolTest {

  private static final ThreadId THREAD = new ThreadId("t");

  private final SettableClock clock = new SettableClock();
  private final RuntimeStores stores = RuntimeStores.inMemory(clock);

  @Test
  @Failures("F13")
  void theRunEndsAndSaysWhyWhenTheNextNodeDoesNotHaveTheTool() {
    var tool = FunctionTool.answering("echo", "42");
    TestNode dying = node(new DyingCommit(stores.commits(), 2), List.of(), tool);
    dying.submit(THREAD.value(), "go");
    dying.executeAll();
    assertThat(tool.calls()).hasSize(1);

    goOnWith(List.of(), FunctionTool.answering("other", "1"));

    assertThat(run().status()).isEqualTo(RunStatus.DONE);
    assertThat(run().termination())
        .isEqualTo(
            new TerminationReason.Error(
                "pinned_version_unavailable: the run began with another version of agent a, which"
                    + " needs parts that are no longer available: tool echo"));
    assertThat(resultOf("echo")).contains("not known");
  }

  @Test
  void anEndingRunReportsAnUnknownEffectOfItsExecutingCall() {
    var commits = new FailingSince(stores.commits());
    var asked = FunctionTool.answering("echo", "42");
    var atWork =
        new FunctionTool(
            "other",
            (arguments, context) -> {
              decide();
              commits.awaitTheNext();
              return ToolResult.success("other", arguments.get("value"));
            });
    TestNode dying = node(commits, gates(), asked, atWork);
    commits.committed = () -> dying.mailbox.stored(run().runId());
    dying.submit(THREAD.value(), "go");
    dying.executeAll();
    assertThat(statusOf("other")).isEqualTo(ToolCallStatus.RUNNING);
    assertThat(statusOf("echo")).isEqualTo(ToolCallStatus.FAILED);

    goOnWith(gates(), asked, atWork);

    assertThat(run().status()).isEqualTo(RunStatus.DONE);
    assertThat(run().termination()).isEqualTo(new TerminationReason.Blocked("not after all"));
    assertThat(atWork.calls()).hasSize(1);
    assertThat(resultOf("other")).contains("not known").doesNotContain("not executed");
  }

  /** Fails from the second commit after the decision on. */
  private static final class FailingSince extends ForwardingCommit {
    private final CountDownLatch next = new CountDownLatch(1);
    private volatile boolean decided;
    private volatile boolean dead;
    private Runnable committed = () -> {};

    private FailingSince(RunCommit behind) {
      super(behind);
    }

    private void awaitTheNext() throws InterruptedException {
      decided = true;
      committed.run();
      assertThat(next.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public Fence commit(Fence fence, StepCommit step) {
      if (dead) {
        throw new IllegalStateException("power cut");
      }
      Fence written = super.commit(fence, step);
      if (decided) {
        dead = true;
        next.countDown();
      }
      return written;
    }
  }

  private static List<Plugin> gates() {
    Plugin strict =
        new TestPlugin(
            "strict",
            r ->
                r.registerToolGateHook(
                    context ->
                        context.decision() == null || !context.call().name().equals("echo")
                            ? Optional.empty()
                            : Optional.of(new ToolIntercept.Block("not after all"))));
    return List.of(AskedRun.gate("asks", List.of("echo"), ticket -> ticket), strict);
  }

  private TestNode node(RunCommit commits, List<Plugin> plugins, Tool... tools) {
    return new TestNode(
        stores.with(commits),
        new RecordingModel(
            tools.length == 1
                ? Script.builder().calls("echo", Map.of("value", "x")).says("done")
                : Script.builder()
                    .calls("echo", Map.of("value", "x"))
                    .andCalls("other", Map.of("value", "y"))
                    .says("done")),
        agent -> agent.toBuilder().toolExecutionMode(PARALLEL_STREAMING).build(),
        plugins,
        tools);
  }

  private void goOnWith(List<Plugin> plugins, Tool... tools) {
    clock.advance(RuntimeStores.LEASE.plusSeconds(1));
    stores.mailbox().leases().reclaimExpired(10);
    TestNode next = node(stores.commits(), plugins, tools);
    next.starter.claimDue();
    next.executeAll();
  }

  private void decide() {
    SuspensionRecord question = stores.suspensions().ofRun(run().runId()).getLast();
    var decision = new Decision("d", RESUME, null, null, clock.millis());
    Taken taken =
        stores
            .suspensions()
            .decide(question.key(), question.argumentsHash(), decision, "judge")
            .taken();
    assertThat(taken).isEqualTo(Taken.STORED);
  }

  private RunRecord run() {
    return stores
        .runs()
        .find(stores.threads().find(THREAD).orElseThrow().latestRunId())
        .orElseThrow();
  }

  private ToolCallStatus statusOf(String tool) {
    return stores.runs().calls(run().runId()).stream()
        .filter(call -> call.toolName().equals(tool))
        .findFirst()
        .orElseThrow()
        .status();
  }

  private String resultOf(String tool) {
    String callId =
        stores.runs().calls(run().runId()).stream()
            .filter(call -> call.toolName().equals(tool))
            .findFirst()
            .orElseThrow()
            .callId();
    return stores.threads().history(THREAD).stream()
        .filter(message -> callId.equals(message.toolCallId()))
        .findFirst()
        .orElseThrow()
        .text();
  }
}

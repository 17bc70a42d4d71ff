package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.phase.HookWatch;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.tool.ProgressStatus;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tool declared as pure computation executes on its run's thread. */
@Rows({111, 181})
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InlineToolTest {

  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch begunAgain = new CountDownLatch(2);
  private final CountDownLatch over = new CountDownLatch(1);

  @AfterEach
  void letGo() {
    over.countDown();
  }

  private TestNode node(
      UnaryOperator<AgentSpec> agent, ScriptBuilder script, FunctionTool.Body body) {
    FunctionTool.Body noted =
        (arguments, context) -> {
          threads.add(Thread.currentThread());
          begun.countDown();
          begunAgain.countDown();
          return body.run(arguments, context);
        };
    return new TestNode(
        new RecordingModel(script), agent, new FunctionTool("sum", noted).computing());
  }

  private TestNode node(FunctionTool.Body body) {
    ScriptBuilder script = Script.builder().calls("sum", Map.of("value", "1")).says("Done.");
    return node(UnaryOperator.identity(), script, body);
  }

  private static ToolResult two() {
    return ToolResult.success("sum", JsonNodeFactory.instance.textNode("2"));
  }

  private List<ToolResult> results(TestNode node) {
    return node.sinks.events().stream()
        .filter(AgentEvent.ToolCallDone.class::isInstance)
        .map(event -> ((AgentEvent.ToolCallDone) event).result())
        .toList();
  }

  /** Waits for the tool on another thread, since this one executes the run. */
  private void meanwhile(Runnable deed) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                begun.await();
                deed.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private ToolResult waits(ToolCallContext context) throws InterruptedException {
    over.await();
    return two();
  }

  private ToolResult takesNoNotice() {
    while (over.getCount() > 0) {
      try {
        over.await();
      } catch (InterruptedException e) {
        // Ignores the interrupt.
      }
    }
    return two();
  }

  @Test
  void theOnlyCallOfAStepIsMadeOnTheThreadOfItsRun() {
    TestNode node = node((arguments, context) -> two());

    assertThat(node.run("t", "Add.").finalOutput()).isEqualTo("Done.");
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void severalAtOnceHaveThreadsOfTheirOwn() {
    ScriptBuilder script =
        Script.builder()
            .calls("sum", Map.of("value", "1"))
            .andCalls("sum", Map.of("value", "2"))
            .says("Done.");
    TestNode node =
        node(
            agent -> agent.withToolExecutionMode(ToolExecutionMode.PARALLEL_STREAMING),
            script,
            (arguments, context) -> two());

    node.run("t", "Add.");
    assertThat(threads).hasSize(2).doesNotContain(Thread.currentThread());
  }

  @Test
  void progressOfAnInlineToolPrecedesItsResult() {
    TestNode node =
        node(
            (arguments, context) -> {
              context.reportProgress(ProgressStatus.RUNNING, "half of it", 0.5);
              return two();
            });

    node.run("t", "Add.");
    assertThat(node.sinks.outline())
        .containsSubsequence("ToolCallReady", "ActivitySnapshot", "ToolCallDone");
  }

  @Test
  void anInlineToolIsInterruptedWhenItsRunIsCancelled() {
    TestNode node = node((arguments, context) -> waits(context));
    var run = node.submit("t", "Add.");
    meanwhile(() -> node.canceller.cancel(run, Caller.ANONYMOUS));

    node.executeAll();
    assertThat(node.record(run).termination()).isInstanceOf(TerminationReason.Cancelled.class);
  }

  @Test
  void anOverdueInlineToolIsInterruptedAndItsCallGetsAnError() {
    TestNode node = node((arguments, context) -> waits(context));
    meanwhile(() -> node.pass(HookWatch.DEADLINE.plusSeconds(1)));

    RunRecord run = node.run("t", "Add.");
    assertThat(run.finalOutput()).isEqualTo("Done.");
    assertThat(results(node))
        .singleElement()
        .satisfies(result -> assertThat(result.modelText()).contains("timeout"));
  }

  @Test
  void anInlineToolThatIgnoresInterruptsGetsAThreadOfItsOwnFromThenOn() throws Exception {
    TestNode node = node((arguments, context) -> takesNoNotice());
    var run = node.submit("t", "Add.");
    Thread held = Thread.ofVirtual().start(node::executeAll);
    begun.await();
    node.pass(HookWatch.DEADLINE.plusSeconds(1));
    node.pass(HookWatch.GRACE.plusSeconds(1));

    assertThat(node.starter.claimDue()).isPositive();
    Thread next = Thread.ofVirtual().start(node::executeAll);
    begunAgain.await();
    assertThat(threads.get(1)).isNotSameAs(next);
    over.countDown();
    next.join();
    held.join();
    assertThat(node.record(run).finalOutput()).isEqualTo("Done.");
  }
}

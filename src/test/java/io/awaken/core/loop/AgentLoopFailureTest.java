package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.InferenceException;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.state.Phase;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Each failure becomes a result, ends the run, or leaves it to the next owner. */
class AgentLoopFailureTest {

  private static final UnaryOperator<AgentSpec> PLAIN = UnaryOperator.identity();
  private static final UnaryOperator<AgentSpec> PARALLEL =
      spec -> spec.withToolExecutionMode(ToolExecutionMode.PARALLEL_STREAMING);

  private static ScriptedModel model(ScriptBuilder script) {
    return new ScriptedModel(script.build());
  }

  private static ScriptBuilder twoCalls() {
    return Script.builder()
        .calls("echo", Map.of("value", "one"))
        .andCalls("echo", Map.of("value", "two"))
        .says("done");
  }

  private static List<Message> history(TestNode node) {
    return node.stores.threads().history(new ThreadId("t"));
  }

  @Test
  void anErrorInOneOfSeveralParallelCallsBecomesItsResult() {
    var tool =
        new FunctionTool(
            "echo",
            (arguments, context) -> {
              throw new NoClassDefFoundError("missing");
            });
    var run = new TestNode(model(twoCalls()), PARALLEL, tool).run("t", "go");

    assertThat(run.finalOutput()).isEqualTo("done");
  }

  @Test
  @Rows(112)
  void aFailingArgumentCheckBecomesTheCallsResult() {
    var tool =
        new Tool() {
          @Override
          public ToolDescriptor descriptor() {
            return FunctionTool.answering("echo", "x").descriptor();
          }

          @Override
          public void validateArgs(JsonNode arguments) {
            throw new IllegalStateException("broken check");
          }

          @Override
          public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
            throw new AssertionError("never called");
          }
        };
    var node = new TestNode(model(twoCalls()), PLAIN, tool);

    assertThat(node.run("t", "go").finalOutput()).isEqualTo("done");
    assertThat(history(node).get(2).text()).contains("IllegalStateException");
  }

  @Test
  void unstorableCharactersAreRemovedFromTheModelsText() {
    var script = Script.builder().calls("no\0tool" + "x".repeat(300), Map.of()).says("a\0b");
    var node = new TestNode(model(script), PLAIN);

    var run = node.run("t", "go");

    assertThat(run.finalOutput()).isEqualTo("ab");
    assertThat(node.stores.runs().calls(run.runId()).getFirst().toolName())
        .startsWith("notool")
        .hasSize(128);
  }

  @Test
  void anActivationWhoseEndingCannotBeWrittenClosesItsSink() {
    var memory =
        new MemoryStores(
            InstantSource.system(), new MailboxStore.Settings(Duration.ofSeconds(30), 5, "n"));
    var stores = RuntimeStores.of(memory).with(new BrokenFinish(memory.runCommit()));
    var failing = Script.builder().fails(InferenceException.Kind.PROVIDER);
    var node = new TestNode(stores, model(failing), PLAIN);

    var run = node.run("t", "go");

    assertThat(run.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(node.sinks.closed()).containsExactly(false);
  }

  private static final class BrokenFinish extends ForwardingCommit {
    BrokenFinish(RunCommit behind) {
      super(behind);
    }

    @Override
    public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
      throw new IllegalStateException("database away");
    }
  }

  @Test
  void anEndedRunClosesItsSinkAsEnded() {
    var node = new TestNode(model(Script.builder().says("hi")), PLAIN);

    node.run("t", "go");

    assertThat(node.sinks.closed()).containsExactly(true);
  }

  @Test
  void aRunWhoseAgentIsGoneEndsWithAnError() {
    var node = new TestNode(model(Script.builder().says("hi")), PLAIN);
    var id =
        node.unchecked()
            .submit(new RunRequest("gone", new ThreadId("t"), List.of("go"), Caller.ANONYMOUS))
            .runId();

    node.executeAll();

    assertThat(node.record(id).termination())
        .isEqualTo(new TerminationReason.Error("agent not found: gone"));
    assertThat(node.sinks.closed()).containsExactly(true);
  }

  @Test
  void aRunWhoseAgentWentAwayAfterAStepEndsWithWhatThatStepCost() {
    var self = new TestNode[1];
    var tool =
        new FunctionTool(
            "echo",
            (arguments, context) -> {
              self[0].mailbox.drain(Duration.ZERO, Duration.ZERO);
              return ToolResult.success("echo", arguments.get("value"));
            });
    var script =
        Script.builder()
            .calls("echo", Map.of("value", "one"))
            .andUses(TokenUsage.of(30, 12))
            .says("done");
    self[0] = new TestNode(model(script), PLAIN, tool);
    var id = self[0].submit("t", "go");
    self[0].executeAll();

    var second =
        new TestNode(
            self[0].stores, model(Script.builder().says("hi")), spec -> AgentSpec.of("a", "gone"));
    second.starter.claimDue();
    second.executeAll();

    var run = second.record(id);
    assertThat(run.termination()).isInstanceOf(TerminationReason.Error.class);
    assertThat(run.steps()).isOne();
    assertThat(run.inputTokens()).isEqualTo(30);
    assertThat(run.outputTokens()).isEqualTo(12);
    assertThat(second.stores.runs().calls(id))
        .allSatisfy(call -> assertThat(call.status().terminal()).isTrue());
    assertThat(second.stores.threads().history(new ThreadId("t")))
        .filteredOn(message -> message.role() == Role.TOOL)
        .hasSize(second.stores.runs().calls(id).size());
    assertThat(second.sinks.outline())
        .containsExactly("ToolCallDone", "StepEnd", "Error", "RunFinish");
  }

  @Test
  void anUncommittedCallIsNotPublishedAsReady() {
    var node = new TestNode(model(twoCalls()), PLAIN, FunctionTool.answering("echo", "x"));
    var id = node.submit("t", "go");
    node.whenEntering(Phase.AFTER_INFERENCE, () -> node.canceller.cancel(id, Caller.ANONYMOUS));

    node.executeAll();

    assertThat(node.sinks.events()).noneMatch(AgentEvent.ToolCallReady.class::isInstance);
    assertThat(node.record(id).termination()).isEqualTo(new TerminationReason.Cancelled());
  }

  @Test
  void aDrainingNodeBeginsNoFurtherCallOfTheStep() {
    var self = new TestNode[1];
    var tool =
        new FunctionTool(
            "echo",
            (arguments, context) -> {
              Thread.ofVirtual()
                  .start(() -> self[0].mailbox.drain(Duration.ofMinutes(1), Duration.ZERO));
              while (!self[0].mailbox.draining()) {
                Thread.onSpinWait();
              }
              return ToolResult.success("echo", arguments.get("value"));
            });
    var first = new TestNode(model(twoCalls()), PLAIN, tool);
    self[0] = first;
    var id = first.submit("t", "go");

    first.executeAll();

    assertThat(tool.calls()).hasSize(1);
    assertThat(first.stores.runs().calls(id))
        .extracting(call -> call.status())
        .containsExactly(ToolCallStatus.SUCCEEDED, ToolCallStatus.NEW);

    var rest = FunctionTool.answering("echo", "later");
    var second = new TestNode(first.stores, model(twoCalls()), PLAIN, rest);
    second.starter.claimDue();
    second.executeAll();

    assertThat(rest.calls()).hasSize(1);
    assertThat(second.record(id).finalOutput()).isEqualTo("done");
  }
}

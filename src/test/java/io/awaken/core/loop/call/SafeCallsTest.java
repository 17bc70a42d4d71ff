package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.tool.RetryClass;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.RuntimeStores;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A safe tool executes before a commit, since it may be repeated. */
class SafeCallsTest {
  private static final Map<String, String> X = Map.of("value", "x");

  private final RuntimeStores stores = TestNode.inMemory();
  private final AtomicInteger commits = new AtomicInteger();
  private final List<Integer> commitsBefore = new CopyOnWriteArrayList<>();
  private final List<AgentEvent> toldBefore = new CopyOnWriteArrayList<>();
  private Runnable meanwhile = () -> {};
  private TestNode node;

  @Test
  void aSafeCallIsPublishedBeforeItsCommit() {
    node = node(ToolExecutionMode.SEQUENTIAL, List.of(), "look");
    run();

    assertThat(commitsBefore).containsExactly(0);
    assertThat(toldBefore).hasAtLeastOneElementOfType(AgentEvent.ToolCallReady.class);
    assertThat(toldBefore).doesNotHaveAnyElementsOfTypes(AgentEvent.ToolCallDone.class);
    assertThat(commits).hasValue(1);
    assertThat(history())
        .extracting(Message::role)
        .containsExactly(Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT);
  }

  @ParameterizedTest
  @EnumSource
  void safeCallsOfAnAnswerAreOneCommit(ToolExecutionMode mode) {
    node = node(mode, List.of(), "look", "look");
    run();

    assertThat(commitsBefore).containsExactly(0, 0);
    assertThat(commits).hasValue(1);
  }

  @Test
  void aCallThatIsNotSafeIsCommittedWithTheResultsBeforeIt() {
    node = node(ToolExecutionMode.SEQUENTIAL, List.of(), "look", "book", "look");
    run();

    assertThat(commitsBefore).containsExactly(0, 1, 2);
    assertThat(commits).hasValue(3);
  }

  @Test
  void anAnswerIsStoredWhenTheRunIsCancelled() {
    node = node(ToolExecutionMode.SEQUENTIAL, List.of(), "look");
    var id = new CopyOnWriteArrayList<RunId>();
    meanwhile = () -> node.canceller.cancel(id.getFirst(), Caller.ANONYMOUS);
    id.add(node.submit("t", "go"));
    node.executeAll();

    assertThat(node.record(id.getFirst()).termination())
        .isEqualTo(new TerminationReason.Cancelled());
    assertAnswerAndResult();
  }

  @Test
  void anAnswerAndItsResultAreStoredWhenAPluginFails() {
    var broken =
        new TestPlugin(
            "broken",
            registrar ->
                registrar.afterTool(
                    (context, call, result) -> {
                      throw new IllegalStateException("broken");
                    }));
    node = node(ToolExecutionMode.SEQUENTIAL, List.of(broken), "look");
    RunId id = run();

    assertThat(node.record(id).termination()).isInstanceOf(TerminationReason.Error.class);
    assertAnswerAndResult();
    assertThat(history().get(2).text()).contains("42");
  }

  private void assertAnswerAndResult() {
    assertThat(history())
        .extracting(Message::role)
        .containsExactly(Role.USER, Role.ASSISTANT, Role.TOOL);
    assertThat(history().get(1).toolCalls()).extracting(ToolCall::name).containsExactly("look");
  }

  private RunId run() {
    RunId id = node.submit("t", "go");
    node.executeAll();
    return id;
  }

  private List<Message> history() {
    return stores.threads().history(new ThreadId("t"));
  }

  /** A node whose model calls these tools at once and then is done. */
  private TestNode node(ToolExecutionMode mode, List<Plugin> plugins, String... tools) {
    var counting =
        new ForwardingCommit(stores.commits()) {
          @Override
          public Fence commit(Fence fence, StepCommit step) {
            commits.incrementAndGet();
            return super.commit(fence, step);
          }
        };
    var script = Script.builder().says("Let me see");
    for (String tool : tools) {
      script.andCalls(tool, X);
    }
    return new TestNode(
        stores.with(counting),
        new RecordingModel(script.says("done")),
        spec -> spec.withToolExecutionMode(mode),
        plugins,
        tool("look", RetryClass.SAFE),
        tool("book", RetryClass.KEYED));
  }

  private FunctionTool tool(String id, RetryClass retry) {
    return new FunctionTool(
            id,
            (arguments, context) -> {
              commitsBefore.add(commits.get());
              toldBefore.addAll(node.sinks.events());
              meanwhile.run();
              context.cancellation().throwIfCancelled();
              return ToolResult.success(id, TextNode.valueOf("42"));
            })
        .retried(retry);
  }
}

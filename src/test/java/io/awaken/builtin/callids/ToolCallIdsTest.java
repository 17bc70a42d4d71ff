package io.awaken.builtin.callids;

import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.hook.ToolCallNaming;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Moments;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** After the plugin of trpc-agent-go: ToolCallID. */
class ToolCallIdsTest {

  private final ToolCallNaming naming =
      Moments.only(ExtensionPoint.TOOL_CALL_NAMING, new ToolCallIds());

  private final FunctionTool search = FunctionTool.answering("search", "found");
  private final TestNode node =
      new TestNode(
          new ScriptedModel(
              Script.builder()
                  .calls("search", Map.of("value", "x"))
                  .andCalls("search", Map.of("value", "y"))
                  .says("done")
                  .repeating()
                  .build()),
          UnaryOperator.<AgentSpec>identity(),
          List.of(new ToolCallIds()),
          search);

  @Test
  void callsAreNamedAfterTheirPlaceInTheConversation() throws Exception {
    var context = Moments.step(1, user("one"), user("two"), user("three"));

    assertThat(naming.name(context, "toolu_01", 1)).isEqualTo("call_3_1");
    assertThat(naming.name(context, null, 2)).isEqualTo("call_3_2");
  }

  @Test
  void aRepeatedAttemptGivesTheSameId() throws Exception {
    var context = Moments.step(1, user("one"));

    assertThat(naming.name(context, "first", 1)).isEqualTo(naming.name(context, "second", 1));
  }

  @Test
  void readersHistoryAndToolSeeTheSameId() {
    node.run("t", "go");

    assertThat(
            node.sinks.events().stream()
                .filter(AgentEvent.ToolCallStart.class::isInstance)
                .map(event -> ((AgentEvent.ToolCallStart) event).id()))
        .containsExactly("call_1_1", "call_1_2");
    assertThat(history().get(1).toolCalls())
        .extracting(ToolCall::id)
        .containsExactly("call_1_1", "call_1_2");
    assertThat(search.calls())
        .extracting(ToolCallContext::callId)
        .containsExactly("call_1_1", "call_1_2");
  }

  @Test
  void idsOfTheNextRunOfTheThreadAreNew() {
    node.run("t", "go");
    node.run("t", "again");

    assertThat(search.calls())
        .extracting(ToolCallContext::callId)
        .containsExactly("call_1_1", "call_1_2", "call_6_1", "call_6_2");
  }

  private List<Message> history() {
    return node.stores.threads().history(new ThreadId("t"));
  }
}

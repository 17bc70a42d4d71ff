package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** An answer with more calls than allowed. */
class ManyCallsTest {

  @Test
  void callsBeyondTheLimitGetAnErrorResult() {
    ScriptBuilder script = Script.builder().calls("a", Map.of("value", "1"));
    for (int i = 1; i < ToolRound.MAX_CALLS + 2; i++) {
      script.andCalls("a", Map.of("value", "1"));
    }
    var tool = FunctionTool.answering("a", "ok").computing();
    var node =
        new TestNode(new RecordingModel(script.says("done")), UnaryOperator.identity(), tool);

    assertThat(node.run("t", "go").status()).isEqualTo(RunStatus.DONE);

    assertThat(tool.calls()).hasSize(ToolRound.MAX_CALLS);
    List<String> results =
        node.stores.threads().history(new ThreadId("t")).stream()
            .filter(message -> message.role() == Role.TOOL)
            .map(Message::text)
            .toList();
    assertThat(results).hasSize(ToolRound.MAX_CALLS + 2);
    assertThat(results).filteredOn(text -> text.contains("at most")).hasSize(2);
  }
}

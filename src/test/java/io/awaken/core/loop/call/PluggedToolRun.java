package io.awaken.core.loop.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A run with one tool, {@code echo}, and the test's plugins. */
abstract class PluggedToolRun {

  final FunctionTool tool = FunctionTool.answering("echo", "42");
  ToolExecutionMode mode = ToolExecutionMode.SEQUENTIAL;
  TestNode node;

  static ScriptBuilder oneCall() {
    return Script.builder().calls("echo", Map.of("value", "x")).says("done");
  }

  static ScriptBuilder twoCalls() {
    return Script.builder()
        .calls("echo", Map.of("value", "x"))
        .andCalls("echo", Map.of("value", "y"))
        .says("done");
  }

  static Plugin plugin(String name, Consumer<PluginRegistrar> parts) {
    return new TestPlugin(name, parts);
  }

  RunRecord run(ScriptBuilder script, Plugin... plugins) {
    node =
        new TestNode(
            new RecordingModel(script),
            (AgentSpec agent) -> agent.toBuilder().toolExecutionMode(mode).build(),
            List.of(plugins),
            tool);
    return node.run("t", "go");
  }

  List<String> toolMessages() {
    return node.stores.threads().history(new ThreadId("t")).stream()
        .filter(message -> message.role() == Role.TOOL)
        .map(Message::text)
        .toList();
  }

  List<ToolCallStatus> statuses(RunRecord run) {
    return node.stores.runs().calls(run.runId()).stream().map(call -> call.status()).toList();
  }

  static JsonNode value(String text) {
    return JsonNodeFactory.instance.objectNode().put("value", text);
  }

  static ToolResult saying(String text) {
    return ToolResult.success("echo", JsonNodeFactory.instance.textNode(text));
  }
}

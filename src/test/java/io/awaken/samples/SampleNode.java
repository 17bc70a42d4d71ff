package io.awaken.samples;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.AgentSpecBuilder;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** A node with one plugin that is global, and an agent whose sections a test may give. */
final class SampleNode {

  final TestNode node;

  SampleNode(ScriptBuilder script, Plugin plugin, Tool... tools) {
    this(script, Map.of(), plugin, tools);
  }

  SampleNode(ScriptBuilder script, Map<String, JsonNode> sections, Plugin plugin, Tool... tools) {
    node =
        new TestNode(
            turnByTurn(new ScriptedModel(script.build())),
            agent -> with(agent, sections),
            List.of(plugin),
            tools);
  }

  /** Texts of the thread's messages. */
  List<String> texts() {
    return node.stores.threads().history(new ThreadId("t")).stream().map(Message::text).toList();
  }

  /** A script that goes on whoever speaks in between: it begins anew with each question else. */
  private static LlmExecutor turnByTurn(LlmExecutor script) {
    return (request, listener, cancellation) -> {
      var first = new AtomicBoolean(true);
      List<Message> messages =
          request.messages().stream()
              .filter(message -> message.role() != Role.USER || first.getAndSet(false))
              .toList();
      return script.execute(
          new LlmRequest(
              request.model(), request.system(), messages, request.tools(), request.parameters()),
          listener,
          cancellation);
    };
  }

  private static AgentSpec with(AgentSpec agent, Map<String, JsonNode> sections) {
    AgentSpecBuilder builder = agent.toBuilder();
    sections.forEach(builder::section);
    return builder.build();
  }
}

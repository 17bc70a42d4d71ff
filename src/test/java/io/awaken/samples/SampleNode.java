package io.awaken.samples;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.ThreadId;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/** A node with one plugin that is global. */
final class SampleNode {

  final TestNode node;

  SampleNode(ScriptBuilder script, Plugin plugin, Tool... tools) {
    node =
        new TestNode(
            turnByTurn(new ScriptedModel(script.build())),
            UnaryOperator.identity(),
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
}

package com.example.masking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.TaggedEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import jakarta.enterprise.context.Dependent;

/**
 * Masks e-mail addresses and card numbers in output of models and tools: in the stream, in stored
 * messages, in the final output and thus in later model requests. Messages of users and arguments
 * of tool calls remain unchanged.
 */
@Dependent
public class Masking implements Plugin {

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("masking").inheritedByChildren();
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.onEvent((run, event) -> masked(event)).onFailure(FailurePolicy.WITHHOLD);
  }

  /** Returns the masked event; null to keep the event unchanged. */
  private static TaggedEvent masked(TaggedEvent event) {
    return switch (event.event()) {
      case AgentEvent.ToolCallDelta arguments -> null;
      case AgentEvent.Delta text -> masked(event, text.delta());
      case AgentEvent.ToolCallDone done when !done.result().pending() ->
          event.with(
              new AgentEvent.ToolCallDone(
                  done.id(), done.messageId(), masked(done.result()), done.outcome()));
      default -> null;
    };
  }

  /** Holds back a possible beginning of a secret, which may be split across deltas. */
  private static TaggedEvent masked(TaggedEvent event, String text) {
    int waits = event.last() ? 0 : Secrets.unfinished(text);
    int end = text.length() - waits;
    String clean = Secrets.masked(text.substring(0, end)) + text.substring(end);
    return event.withDelta(clean).holdBack(waits);
  }

  private static ToolResult masked(ToolResult result) {
    return new ToolResult(
        result.toolName(),
        result.status(),
        result.data() == null ? null : masked(result.data()),
        result.message() == null ? null : Secrets.masked(result.message()),
        result.code(),
        result.suspension(),
        result.content().stream().map(Masking::masked).toList());
  }

  private static ContentBlock masked(ContentBlock block) {
    return block instanceof ContentBlock.Text text
        ? new ContentBlock.Text(Secrets.masked(text.text()))
        : block;
  }

  private static JsonNode masked(JsonNode value) {
    if (value instanceof ObjectNode object) {
      ObjectNode copy = object.objectNode();
      object.properties().forEach(each -> copy.set(each.getKey(), masked(each.getValue())));
      return copy;
    }
    if (value instanceof ArrayNode array) {
      ArrayNode copy = array.arrayNode();
      array.forEach(each -> copy.add(masked(each)));
      return copy;
    }
    String clean = Secrets.masked(value.asText());
    return clean.equals(value.asText()) ? value : TextNode.valueOf(clean);
  }
}

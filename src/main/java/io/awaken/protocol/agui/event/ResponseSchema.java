package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.suspension.SuspendTicket;

/** The schema for the payload of an answer to an interrupt. Stateless. */
final class ResponseSchema {

  private ResponseSchema() {}

  /** For an approval {@code {approved, editedArgs?}}, for a question its own schema. */
  static JsonNode of(SuspendTicket ticket) {
    JsonNode asked = ticket.suspension().responseSchema();
    return switch (ticket.resumeMode()) {
      case REPLAY_TOOL_CALL -> approval(null);
      case PASS_DECISION_TO_TOOL -> approval(asked);
      case USE_DECISION_AS_TOOL_RESULT, ANSWER_TOOL ->
          asked != null && asked.isObject() ? asked : JsonNodeFactory.instance.objectNode();
    };
  }

  private static JsonNode approval(JsonNode arguments) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("approved").put("type", "boolean");
    properties.putObject("reason").put("type", "string");
    if (arguments != null && arguments.isObject()) {
      properties.set("editedArgs", arguments);
    }
    schema.putArray("required").add("approved");
    return schema;
  }
}

package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.ClientExecutedTool;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The open suspensions of a run: questions, which are interrupts in the protocol, and front-end
 * tool calls, which are pending calls of a successful run. For one thread at a time.
 */
final class OpenTickets {

  /**
   * A suspended call.
   *
   * @param askedAt the approximate time of the suspension
   */
  private record Open(String callId, SuspendTicket ticket, Instant askedAt) {

    boolean frontend() {
      return ClientExecutedTool.ACTION.equals(ticket.suspension().action());
    }
  }

  private final Map<String, Open> open = new LinkedHashMap<>();

  void ask(String callId, SuspendTicket ticket, Instant at) {
    if (ticket != null) {
      open.put(callId, new Open(callId, ticket, at));
    }
  }

  void answered(String callId) {
    open.remove(callId);
  }

  /** Removes the suspensions with these ids. */
  void decided(Set<String> suspensions) {
    open.values().removeIf(each -> suspensions.contains(each.ticket().suspension().id()));
  }

  /** Whether a user must answer. */
  boolean interrupts() {
    return open.values().stream().anyMatch(each -> !each.frontend());
  }

  /** Pending front-end tool calls. */
  List<String> pendingCalls() {
    var calls = new ArrayList<String>();
    for (Open each : open.values()) {
      if (each.frontend()) {
        calls.add(each.callId());
      }
    }
    return calls;
  }

  /** Writes all interrupts as an array. */
  void write(JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (Open each : open.values()) {
      if (!each.frontend()) {
        write(each, json);
      }
    }
    json.writeEndArray();
  }

  private static void write(Open each, JsonGenerator json) throws IOException {
    SuspendTicket ticket = each.ticket();
    Suspension asked = ticket.suspension();
    json.writeStartObject();
    json.writeStringField("id", asked.id());
    json.writeStringField("reason", reason(ticket));
    if (asked.message() != null) {
      json.writeStringField("message", asked.message());
    }
    json.writeStringField("toolCallId", each.callId());
    json.writeFieldName("responseSchema");
    json.writeTree(responseSchema(ticket));
    if (ticket.expiry() != null) {
      Instant until = each.askedAt().plusMillis(ticket.expiry().afterMillis());
      json.writeStringField("expiresAt", until.toString());
    }
    json.writeObjectFieldStart("metadata");
    json.writeStringField("action", asked.action());
    if (ticket.pending() != null) {
      json.writeStringField("toolName", ticket.pending().name());
      json.writeFieldName("arguments");
      json.writeTree(ticket.pending().arguments());
    }
    if (asked.parameters() != null && !asked.parameters().isNull()) {
      json.writeFieldName("parameters");
      json.writeTree(asked.parameters());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static String reason(SuspendTicket ticket) {
    return switch (ticket.resumeMode()) {
      case REPLAY_TOOL_CALL, PASS_DECISION_TO_TOOL -> "tool_call";
      case USE_DECISION_AS_TOOL_RESULT, ANSWER_TOOL -> "input_required";
    };
  }

  /** For an approval {@code {approved, editedArgs?}}, for a question its own schema. */
  private static JsonNode responseSchema(SuspendTicket ticket) {
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

package io.awaken.protocol.aisdk.history;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.RunId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.tool.FrontendTool;
import io.awaken.http.json.ProtocolJson;
import io.awaken.protocol.aisdk.ApprovalFields;
import io.awaken.protocol.aisdk.UiIds;
import java.io.IOException;
import java.util.Optional;

/**
 * The current state of a call.
 *
 * @param result the message with its result; null for none
 * @param question its open or denied suspension; null for none
 */
record ToolPart(RunId run, ToolCall call, Message result, String state, SuspensionRecord question) {

  static ToolPart of(RunId run, ToolCall call, Message result, CallFacts facts) {
    if (result == null) {
      Optional<SuspensionRecord> open = facts.open(run, call.id());
      boolean asked = open.isPresent() && !clients(open.get());
      String state = asked ? "approval-requested" : "input-available";
      return new ToolPart(run, call, null, state, open.orElse(null));
    }
    return switch (facts.status(run, call.id())) {
      case FAILED -> new ToolPart(run, call, result, "output-error", null);
      case CANCELLED ->
          facts
              .denied(run, call.id())
              .filter(question -> !clients(question))
              .map(question -> new ToolPart(run, call, result, "output-denied", question))
              .orElseGet(() -> new ToolPart(run, call, result, "output-error", null));
      default -> new ToolPart(run, call, result, "output-available", null);
    };
  }

  private static boolean clients(SuspensionRecord question) {
    return FrontendTool.ACTION.equals(question.ticket().suspension().action());
  }

  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "tool-" + call.name());
    json.writeStringField("toolCallId", UiIds.of(run, call.id()));
    json.writeStringField("state", state);
    json.writeFieldName("input");
    ProtocolJson.mapper().writeTree(json, call.arguments());
    if (question == null || !clients(question)) {
      json.writeBooleanField("providerExecuted", true);
    }
    if (question != null && !clients(question)) {
      approval(json);
    }
    switch (state) {
      case "output-available" -> {
        json.writeFieldName("output");
        output(json);
      }
      case "output-error" -> json.writeStringField("errorText", errorText());
      default -> {
        // There is no output.
      }
    }
    json.writeEndObject();
  }

  private void approval(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("approval");
    json.writeStringField("id", UiIds.of(run, question.ticket().suspension().id()));
    if (question.decision() == null) {
      json.writeObjectFieldStart("descriptor");
      ApprovalFields.write(question.ticket(), json);
      json.writeEndObject();
    } else {
      json.writeBooleanField("approved", false);
      if (question.decision().reason() != null) {
        json.writeStringField("reason", question.decision().reason());
      }
    }
    json.writeEndObject();
  }

  /** The model reads an object as JSON text, which is parsed here; other text is unchanged. */
  private void output(JsonGenerator json) throws IOException {
    JsonNode parsed = parsed();
    if (parsed != null && parsed.isContainerNode()) {
      ProtocolJson.mapper().writeTree(json, parsed);
    } else {
      json.writeString(result.text());
    }
  }

  private String errorText() {
    JsonNode parsed = parsed();
    boolean hasError = parsed != null && parsed.path("error").isTextual();
    return hasError ? parsed.get("error").textValue() : result.text();
  }

  private JsonNode parsed() {
    String text = result.text();
    if (!text.startsWith("{") && !text.startsWith("[")) {
      return null;
    }
    try {
      return ProtocolJson.mapper().readTree(text);
    } catch (JsonProcessingException e) {
      return null;
    }
  }
}

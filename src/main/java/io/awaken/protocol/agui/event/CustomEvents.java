package io.awaken.protocol.agui.event;

import io.awaken.core.event.AgentEvent;
import java.io.IOException;

/**
 * Writes events without a counterpart in the protocol as {@code CUSTOM}. For one thread at a time.
 */
final class CustomEvents {

  private final EventWriter events;

  CustomEvents(EventWriter events) {
    this.events = events;
  }

  /** An event of a plugin or tool, under its own name. */
  void custom(AgentEvent.Custom custom) throws IOException {
    events.event(
        "CUSTOM",
        json -> {
          json.writeStringField("name", custom.name());
          json.writeFieldName("value");
          json.writeTree(custom.value());
        });
  }

  /** Text that a tool streams. */
  void stream(AgentEvent.ToolCallStreamDelta stream) throws IOException {
    custom(
        "awaken.tool_call_stream",
        json -> {
          json.writeStringField("toolCallId", stream.id());
          json.writeStringField("toolCallName", stream.name());
          json.writeStringField("delta", stream.delta());
        });
  }

  void conflict(AgentEvent.ToolFilterConflict conflict) throws IOException {
    custom(
        "awaken.tool_filter_conflict",
        json -> {
          json.writeArrayFieldStart("filters");
          for (String filter : conflict.filters()) {
            json.writeString(filter);
          }
          json.writeEndArray();
          if (conflict.winner() != null) {
            json.writeStringField("winner", conflict.winner());
          }
        });
  }

  /** An error; {@code RUN_ERROR} follows if it ends the run. */
  void error(AgentEvent.Error error) throws IOException {
    custom(
        "awaken.error",
        json -> {
          json.writeStringField("message", error.message());
          if (error.code() != null) {
            json.writeStringField("code", error.code());
          }
        });
  }

  private void custom(String name, EventWriter.Fields value) throws IOException {
    events.event(
        "CUSTOM",
        json -> {
          json.writeStringField("name", name);
          json.writeObjectFieldStart("value");
          value.write(json);
          json.writeEndObject();
        });
  }
}

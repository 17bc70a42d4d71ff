package io.awaken.http.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamItem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;

/**
 * The native event stream: each event is one frame with its cursor as id and the event as one line
 * of JSON (features rows 169-172). Keeps no state, so one encoder serves all streams.
 */
final class StreamEventEncoder implements StreamEncoder {

  /** For the OpenAPI document. */
  static final String DESCRIPTION =
      """
      Server-sent events. `id` is the cursor of an event; `data` is one line of JSON: an \
      `AgentEvent` with `seq`, its number in the run, `timestamp`, and `tags` where it has any. \
      An `event_type` `reset` says that what came behind its `cursor` is void. Frames named \
      `reconnect` and `resync` ask the client to come again with their `cursor`.\
      """;

  private static final byte[] ID = ascii("id: ");
  private static final byte[] DATA = ascii("\ndata: ");
  private static final byte[] END = ascii("\n\n");

  @Override
  public void encode(StreamItem item, OutputStream out) throws IOException {
    switch (item) {
      case StreamItem.Event event -> event(event.event(), out);
      case StreamItem.Reset reset -> reset(reset.cursor(), out);
      case StreamItem.Reconnect reconnect -> goodbye("reconnect", reconnect.cursor(), out);
      case StreamItem.Resync resync -> goodbye("resync", resync.cursor(), out);
    }
  }

  private static void event(StreamEvent placed, OutputStream out) throws IOException {
    frame(placed.cursor(), out);
    try (JsonGenerator json = NativeJson.generator(out)) {
      json.writeStartObject();
      json.writeNumberField("seq", placed.cursor().sequence());
      json.writeStringField("timestamp", placed.timestamp().toString());
      fields(placed.event(), json);
      if (!placed.tags().isEmpty()) {
        json.writePOJOField("tags", new TreeSet<>(placed.tags()));
      }
      json.writeEndObject();
    }
    out.write(END);
  }

  private static void reset(Cursor cursor, OutputStream out) throws IOException {
    frame(cursor, out);
    try (JsonGenerator json = NativeJson.generator(out)) {
      json.writeStartObject();
      json.writeStringField("event_type", "reset");
      json.writeStringField("cursor", cursor.toString());
      json.writeEndObject();
    }
    out.write(END);
  }

  private static void goodbye(String name, Cursor cursor, OutputStream out) throws IOException {
    out.write(ascii("event: " + name + "\n"));
    frame(cursor, out);
    out.write(ascii("{\"cursor\":\"" + cursor + "\"}\n\n"));
  }

  private static void frame(Cursor cursor, OutputStream out) throws IOException {
    out.write(ID);
    out.write(ascii(cursor.toString()));
    out.write(DATA);
  }

  private static void fields(AgentEvent event, JsonGenerator json) throws IOException {
    switch (event) {
      case AgentEvent.TextDelta e -> {
        type("text_delta", json);
        json.writeStringField("delta", e.delta());
      }
      case AgentEvent.ReasoningDelta e -> {
        type("reasoning_delta", json);
        json.writeStringField("delta", e.delta());
      }
      case AgentEvent.ToolCallDelta e -> {
        type("tool_call_delta", json);
        json.writeStringField("id", e.id());
        json.writeStringField("args_delta", e.argsDelta());
      }
      case AgentEvent.ToolCallStart e -> {
        type("tool_call_start", json);
        json.writeStringField("id", e.id());
        json.writeStringField("name", e.name());
      }
      case AgentEvent.ToolCallReady e -> {
        type("tool_call_ready", json);
        json.writeStringField("id", e.id());
        json.writeStringField("name", e.name());
        json.writePOJOField("arguments", e.arguments());
      }
      case AgentEvent.ToolCallDone e -> {
        type("tool_call_done", json);
        json.writeStringField("id", e.id());
        json.writeStringField("message_id", e.messageId());
        json.writePOJOField("result", e.result());
        json.writeStringField("outcome", e.outcome().wire());
      }
      case AgentEvent.ToolCallResumed e -> {
        type("tool_call_resumed", json);
        json.writeStringField("target_id", e.targetId());
        optional("result", e.result(), json);
      }
      case AgentEvent.ActivitySnapshot e -> {
        type("activity_snapshot", json);
        json.writeStringField("message_id", e.messageId());
        json.writeStringField("activity_type", e.activityType());
        json.writePOJOField("content", e.content());
        json.writeBooleanField("replace", e.replace());
      }
      case AgentEvent.ActivityDelta e -> {
        type("activity_delta", json);
        json.writeStringField("message_id", e.messageId());
        json.writeStringField("activity_type", e.activityType());
        json.writePOJOField("patch", e.patch());
      }
      case AgentEvent.StepStart e -> {
        type("step_start", json);
        json.writeStringField("message_id", e.messageId());
      }
      case AgentEvent.StepEnd e -> type("step_end", json);
      case AgentEvent.InferenceComplete e -> {
        type("inference_complete", json);
        json.writeStringField("model", e.model());
        optional("usage", e.usage(), json);
        json.writeNumberField("duration_ms", e.durationMs());
      }
      case AgentEvent.RunStart e -> {
        run("run_start", e.threadId(), e.runId(), json);
        optional("parent_run_id", e.parentRunId(), json);
      }
      case AgentEvent.RunFinish e -> {
        run("run_finish", e.threadId(), e.runId(), json);
        optional("result", e.result(), json);
        json.writePOJOField("termination", e.termination());
      }
      case AgentEvent.ToolFilterConflict e -> {
        type("tool_filter_conflict", json);
        json.writePOJOField("filters", e.filters());
        optional("winner", e.winner(), json);
      }
      case AgentEvent.Error e -> {
        type("error", json);
        json.writeStringField("message", e.message());
        optional("code", e.code(), json);
      }
    }
  }

  private static void run(String type, String threadId, String runId, JsonGenerator json)
      throws IOException {
    type(type, json);
    json.writeStringField("thread_id", threadId);
    json.writeStringField("run_id", runId);
  }

  private static void type(String name, JsonGenerator json) throws IOException {
    json.writeStringField("event_type", name);
  }

  private static void optional(String name, Object value, JsonGenerator json) throws IOException {
    if (value != null) {
      json.writePOJOField(name, value);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

package io.awaken.http.api.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.Delegate;
import java.io.IOException;
import java.util.TreeSet;

/** The fields of an event on every native route (features rows 169-172). */
final class EventFields {

  private EventFields() {}

  /**
   * @param run written unless the event already names its run; null for none
   */
  static void write(RunId run, StreamEvent placed, JsonGenerator json) throws IOException {
    AgentEvent event = placed.event();
    boolean named = event instanceof AgentEvent.RunStart || event instanceof AgentEvent.RunFinish;
    if (run != null && !named) {
      json.writeStringField("run_id", run.value());
    }
    json.writeNumberField("seq", placed.cursor().sequence());
    json.writeStringField("timestamp", EventTime.text(placed.timestamp()));
    fields(event, json);
    if (!placed.tags().isEmpty()) {
      json.writePOJOField("tags", new TreeSet<>(placed.tags()));
    }
  }

  /** Whose event it is, on a stream with delegates. */
  static void write(Delegate delegate, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("delegate");
    json.writeStringField("agent_id", delegate.agentId());
    json.writeStringField("parent_run_id", delegate.parentRunId().value());
    json.writeStringField("tool_call_id", delegate.toolCallId());
    json.writeNumberField("depth", delegate.depth());
    json.writeEndObject();
  }

  private static void fields(AgentEvent event, JsonGenerator json) throws IOException {
    switch (event) {
      case AgentEvent.TextDelta e -> {
        type("text_delta", json);
        optional("message_id", e.messageId(), json);
        json.writeStringField("delta", e.delta());
      }
      case AgentEvent.ReasoningDelta e -> {
        type("reasoning_delta", json);
        json.writeStringField("delta", e.delta());
      }
      case AgentEvent.ReasoningEncryptedValue e -> {
        type("reasoning_encrypted_value", json);
        json.writeStringField("encrypted_value", e.encryptedValue());
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
      case AgentEvent.ToolCallCancel e -> {
        type("tool_call_cancel", json);
        json.writeStringField("id", e.id());
      }
      case AgentEvent.StreamReset e -> {
        type("stream_reset", json);
        json.writeStringField("message_id", e.messageId());
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
      case AgentEvent.ToolCallStreamDelta e -> {
        type("tool_call_stream_delta", json);
        json.writeStringField("id", e.id());
        json.writeStringField("name", e.name());
        json.writeStringField("delta", e.delta());
      }
      case AgentEvent.MessagesSnapshot e -> {
        type("messages_snapshot", json);
        json.writePOJOField("messages", e.messages());
        json.writeBooleanField("partial", e.partial());
      }
      case AgentEvent.StateSnapshot e -> {
        type("state_snapshot", json);
        json.writePOJOField("snapshot", e.snapshot());
      }
      case AgentEvent.StateDelta e -> {
        type("state_delta", json);
        json.writePOJOField("delta", e.delta());
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
        optional("parent_thread_id", e.parentThreadId(), json);
        optional("parent_run_id", e.parentRunId(), json);
        optional("origin", e.origin(), json);
        optional("sender", e.sender(), json);
        optional("supersedes", e.supersedes(), json);
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
      case AgentEvent.Custom e -> {
        type("custom", json);
        json.writeStringField("name", e.name());
        json.writePOJOField("value", e.value());
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
    if (value instanceof String text) {
      // Without a look for the serializer of a string.
      json.writeStringField(name, text);
    } else if (value != null) {
      json.writePOJOField(name, value);
    }
  }
}

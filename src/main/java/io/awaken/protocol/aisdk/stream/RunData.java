package io.awaken.protocol.aisdk.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.spec.Cost;
import io.awaken.http.json.ProtocolJson;
import java.io.IOException;
import java.io.OutputStream;

/** Events of a run outside of its message, as transient data (features row 238). Stateless. */
final class RunData {

  private RunData() {}

  static void info(String thread, String run, OutputStream out) throws IOException {
    Chunks.transientData(
        out,
        "run-info",
        json -> {
          json.writeStringField("threadId", thread);
          json.writeStringField("runId", run);
        });
  }

  static void write(AgentEvent.InferenceComplete inference, OutputStream out) throws IOException {
    Chunks.transientData(
        out,
        "inference",
        json -> {
          json.writeStringField("model", inference.model());
          json.writeNumberField("durationMs", inference.durationMs());
          if (inference.usage() != null) {
            json.writeObjectFieldStart("usage");
            usage(inference.usage(), json);
            json.writeEndObject();
            cost(inference.usage().cost(), json);
          }
        });
  }

  private static void cost(Cost cost, JsonGenerator json) throws IOException {
    if (cost != null) {
      json.writeObjectFieldStart("cost");
      json.writeStringField("amount", cost.amount());
      json.writeStringField("currency", cost.currency());
      json.writeEndObject();
    }
  }

  /** Token counts under the AI SDK's names. */
  static void usage(TokenUsage usage, JsonGenerator json) throws IOException {
    number("inputTokens", usage.promptTokens(), json);
    number("outputTokens", usage.completionTokens(), json);
    number("totalTokens", usage.totalTokens(), json);
    number("reasoningTokens", usage.thinkingTokens(), json);
    number("cachedInputTokens", usage.cacheReadTokens(), json);
    number("cacheWriteTokens", usage.cacheCreationTokens(), json);
  }

  private static void number(String name, Integer value, JsonGenerator json) throws IOException {
    if (value != null) {
      json.writeNumberField(name, value);
    }
  }

  static void write(AgentEvent.MessagesSnapshot snapshot, String thread, OutputStream out)
      throws IOException {
    Chunks.transientData(
        out,
        "messages-snapshot",
        json -> {
          json.writeBooleanField("partial", snapshot.partial());
          json.writeNumberField("count", snapshot.messages().size());
        });
  }

  /** Clients discard reasoning and calls of the answer. */
  static void write(AgentEvent.StreamReset reset, OutputStream out) throws IOException {
    Chunks.transientData(
        out, "stream-reset", json -> json.writeStringField("messageId", reset.messageId()));
  }

  static void write(AgentEvent.ActivitySnapshot activity, OutputStream out) throws IOException {
    Chunks.transientData(
        out,
        "activity-snapshot",
        json -> {
          json.writeStringField("messageId", activity.messageId());
          json.writeStringField("activityType", activity.activityType());
          value("content", activity.content(), json);
          json.writeBooleanField("replace", activity.replace());
        });
  }

  static void write(AgentEvent.ActivityDelta activity, OutputStream out) throws IOException {
    Chunks.transientData(
        out,
        "activity-delta",
        json -> {
          json.writeStringField("messageId", activity.messageId());
          json.writeStringField("activityType", activity.activityType());
          value("patch", activity.patch(), json);
        });
  }

  static void write(AgentEvent.StateSnapshot state, OutputStream out) throws IOException {
    Chunks.transientData(out, "state-snapshot", json -> value("snapshot", state.snapshot(), json));
  }

  static void write(AgentEvent.StateDelta state, OutputStream out) throws IOException {
    Chunks.transientData(out, "state-delta", json -> value("delta", state.delta(), json));
  }

  static void write(AgentEvent.ToolFilterConflict conflict, OutputStream out) throws IOException {
    Chunks.transientData(
        out,
        "tool-filter-conflict",
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

  static void write(AgentEvent.Custom custom, OutputStream out) throws IOException {
    Chunks.transientData(
        out,
        "custom",
        json -> {
          json.writeStringField("name", custom.name());
          value("value", custom.value(), json);
        });
  }

  /** Not the chunk {@code error}, after which clients stop reading: the run continues. */
  static void write(AgentEvent.Error error, OutputStream out) throws IOException {
    Chunks.transientData(
        out,
        "error",
        json -> {
          json.writeStringField("message", error.message());
          if (error.code() != null) {
            json.writeStringField("code", error.code());
          }
        });
  }

  /** Writes a value; null if it is missing. */
  static void value(String name, JsonNode value, JsonGenerator json) throws IOException {
    json.writeFieldName(name);
    if (value == null) {
      json.writeNull();
    } else {
      ProtocolJson.mapper().writeTree(json, value);
    }
  }
}

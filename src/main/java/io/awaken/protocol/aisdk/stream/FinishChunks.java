package io.awaken.protocol.aisdk.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.run.TerminationReason;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The outcome and usage of a run, written as the last chunk of its stream. For one reader.
 *
 * <p>A suspended run that continues ends several times; only the last end is written.
 */
final class FinishChunks {

  private static final String TOO_LONG = "max_tokens";

  private TokenUsage usage;
  private String model;
  private TerminationReason reason;

  /** Adds the usage of an inference. */
  void used(AgentEvent.InferenceComplete inference) {
    model = inference.model();
    if (inference.usage() != null) {
      usage = usage == null ? inference.usage() : usage.plus(inference.usage());
    }
  }

  FinishChunks is(TerminationReason why) {
    reason = why;
    return this;
  }

  /** Discards the end, because another event followed. */
  void discard() {
    reason = null;
  }

  boolean known() {
    return reason != null;
  }

  boolean suspended() {
    return reason instanceof TerminationReason.Suspended;
  }

  void write(OutputStream out) throws IOException {
    switch (reason) {
      case TerminationReason.NaturalEnd end -> finish("stop", out);
      case TerminationReason.BehaviorRequested end -> finish("stop", out);
      case TerminationReason.Suspended waits -> finish("tool-calls", out);
      case TerminationReason.Blocked blocked -> finish("other", out);
      case TerminationReason.Stopped stopped ->
          finish(TOO_LONG.equals(stopped.value().code()) ? "length" : "other", out);
      case TerminationReason.Cancelled cancelled -> {
        metadata(out);
        Chunks.write(out, "abort", json -> json.writeStringField("reason", "cancelled"));
      }
      case TerminationReason.Error error -> error(error.value(), out);
    }
  }

  /** Clients stop reading after an error. */
  void error(String text, OutputStream out) throws IOException {
    metadata(out);
    String message = text == null || text.isBlank() ? "the run failed" : text;
    Chunks.write(out, "error", json -> json.writeStringField("errorText", message));
  }

  private void finish(String how, OutputStream out) throws IOException {
    Chunks.write(
        out,
        "finish",
        json -> {
          json.writeStringField("finishReason", how);
          if (hasMetadata()) {
            fields(json);
          }
        });
  }

  private void metadata(OutputStream out) throws IOException {
    if (hasMetadata()) {
      Chunks.write(out, "message-metadata", this::fields);
    }
  }

  private boolean hasMetadata() {
    return model != null || reason instanceof TerminationReason.Stopped;
  }

  private void fields(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("messageMetadata");
    if (model != null) {
      json.writeStringField("model", model);
    }
    if (usage != null) {
      json.writeObjectFieldStart("usage");
      RunData.usage(usage, json);
      json.writeEndObject();
    }
    if (reason instanceof TerminationReason.Stopped stopped) {
      json.writeStringField("stopped", stopped.value().code());
    }
    json.writeEndObject();
  }
}

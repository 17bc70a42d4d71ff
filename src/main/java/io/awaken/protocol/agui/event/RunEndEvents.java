package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.run.TerminationReason;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the last event of a run in the client's dialect. For one thread at a time. */
final class RunEndEvents {

  private final EventWriter events;
  private final RunNames names;
  private final OpenTickets tickets;
  private final ModelUsage usage;

  RunEndEvents(EventWriter events, RunNames names, OpenTickets tickets, ModelUsage usage) {
    this.events = events;
    this.names = names;
    this.tickets = tickets;
    this.usage = usage;
  }

  /**
   * Writes it.
   *
   * @param code of the last error of the run; null for none
   */
  void write(Cursor at, AgentEvent.RunFinish finish, String code) throws IOException {
    switch (finish.termination()) {
      case TerminationReason.Suspended waits -> suspended(at);
      case TerminationReason.Error error ->
          error(at, error.value(), code == null ? "run_failed" : code);
      case TerminationReason.Blocked blocked -> error(at, blocked.value(), "blocked");
      case TerminationReason.Cancelled cancelled -> cancelled(at);
      case TerminationReason.NaturalEnd end -> finished(at, finish, null);
      case TerminationReason.BehaviorRequested end -> finished(at, finish, null);
      case TerminationReason.Stopped stopped -> finished(at, finish, stopped.value());
    }
  }

  private void suspended(Cursor at) throws IOException {
    if (tickets.interrupts()) {
      finished(
          at,
          json -> {
            outcome("interrupt", json);
            json.writeFieldName("interrupts");
            tickets.write(json);
            json.writeEndObject();
          });
      return;
    }
    List<String> pending = tickets.pendingCalls();
    finished(
        at,
        json -> {
          outcome("success", json);
          if (names.dialect().current() && !pending.isEmpty()) {
            json.writeArrayFieldStart("pendingToolCallIds");
            for (String call : pending) {
              json.writeString(call);
            }
            json.writeEndArray();
          }
          json.writeEndObject();
        });
  }

  /** Earlier clients do not support this outcome. */
  private void cancelled(Cursor at) throws IOException {
    if (!names.dialect().current()) {
      error(at, "the run was cancelled", "cancelled");
      return;
    }
    finished(
        at,
        json -> {
          outcome("cancelled", json);
          json.writeEndObject();
        });
  }

  private void finished(Cursor at, AgentEvent.RunFinish finish, TerminationReason.Stop stop)
      throws IOException {
    finished(
        at,
        json -> {
          json.writeObjectFieldStart("result");
          if (finish.result() != null && finish.result().response() != null) {
            json.writeStringField("response", finish.result().response());
          }
          if (stop != null) {
            json.writeStringField("stopped", stop.code());
          }
          json.writeEndObject();
          outcome("success", json);
          json.writeEndObject();
        });
  }

  private void finished(Cursor at, EventWriter.Fields outcome) throws IOException {
    events.last(
        at,
        "RUN_FINISHED",
        json -> {
          json.writeStringField("threadId", names.threadId());
          json.writeStringField("runId", names.runId());
          outcome.write(json);
          usage.write(names.dialect(), json);
        });
  }

  private static void outcome(String type, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("outcome");
    json.writeStringField("type", type);
  }

  private void error(Cursor at, String message, String code) throws IOException {
    events.last(
        at,
        "RUN_ERROR",
        json -> {
          json.writeStringField("message", message == null ? "" : message);
          json.writeStringField("code", code);
          usage.write(names.dialect(), json);
        });
  }

  /** Token usage of a run by model, for its last event. For one thread at a time. */
  static final class ModelUsage {

    private final Map<String, TokenUsage> models = new LinkedHashMap<>();

    void add(AgentEvent.InferenceComplete done) {
      if (done.usage() != null) {
        models.merge(done.model(), done.usage(), TokenUsage::plus);
      }
    }

    void clear() {
      models.clear();
    }

    /** Writes the field {@code usage}, unless it is empty. */
    void write(Dialect dialect, JsonGenerator json) throws IOException {
      if (models.isEmpty()) {
        return;
      }
      json.writeArrayFieldStart("usage");
      for (var model : models.entrySet()) {
        TokenUsage used = model.getValue();
        json.writeStartObject();
        json.writeStringField("model", model.getKey());
        count("inputTokens", used.promptTokens(), json);
        count("outputTokens", used.completionTokens(), json);
        count("totalTokens", used.totalTokens(), json);
        count("reasoningTokens", used.thinkingTokens(), json);
        count("cachedInputTokens", used.cacheReadTokens(), json);
        if (dialect.current()) {
          count("cacheWriteInputTokens", used.cacheCreationTokens(), json);
        }
        json.writeEndObject();
      }
      json.writeEndArray();
    }

    private static void count(String field, Integer tokens, JsonGenerator json) throws IOException {
      if (tokens != null && tokens >= 0) {
        json.writeNumberField(field, tokens);
      }
    }
  }
}

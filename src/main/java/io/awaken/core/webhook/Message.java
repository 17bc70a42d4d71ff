package io.awaken.core.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.WebhookSpec.Event;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.suspension.SuspensionStatus;
import java.time.Instant;
import java.util.Locale;

/** The messages to webhooks as JSON, in the form of Standard Webhooks: type, timestamp, data. */
final class Message {

  /** Most characters of a text or a tree in a message; receivers often allow 256 KiB in all. */
  static final int MAX_PART = 64 * 1024;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Message() {}

  static ObjectNode of(Event event, Instant time, ObjectNode data) {
    ObjectNode message = JSON.objectNode();
    message.put("type", event.wire());
    message.put("timestamp", time.toString());
    message.set("data", data);
    return message;
  }

  static ObjectNode run(RunIdentity run) {
    return run(run.threadId().value(), run.runId().value(), run.agentId(), run.caller().tenant());
  }

  private static ObjectNode run(String thread, String run, String agent, String tenant) {
    ObjectNode data = JSON.objectNode();
    data.put("thread_id", thread);
    data.put("run_id", run);
    data.put("agent_id", agent);
    data.put("tenant", tenant);
    return data;
  }

  static ObjectNode ended(RunSummary run) {
    ObjectNode data = run(run.run());
    String value =
        switch (run.termination()) {
          case TerminationReason.Stopped stopped -> stopped.value().code();
          case TerminationReason.Blocked blocked -> blocked.value();
          case TerminationReason.Error error -> error.value();
          default -> null;
        };
    ObjectNode termination = data.putObject("termination");
    termination.put("type", run.termination().kind());
    if (value != null) {
      termination.put("value", value);
    }
    text(data, "output", run.response());
    data.put("steps", run.steps());
    data.put("input_tokens", run.inputTokens());
    data.put("output_tokens", run.outputTokens());
    return data;
  }

  /** What a chat tool or a mail gateway needs to show a question, and its answer if it has one. */
  static ObjectNode question(SuspensionRecord record) {
    ObjectNode data =
        run(
            record.key().threadId().value(),
            record.key().runId().value(),
            record.agentId(),
            record.tenant());
    Suspension asked = record.ticket().suspension();
    ObjectNode question = data.putObject("question");
    question.put("id", asked.id());
    question.put("tool_call_id", record.callId());
    question.put("action", asked.action());
    text(question, "message", asked.message());
    tree(question, "parameters", asked.parameters());
    tree(question, "response_schema", asked.responseSchema());
    PendingCall call = record.ticket().pending();
    if (call != null) {
      question.put("tool", call.name());
      tree(question, "arguments", call.arguments());
    }
    question.put("requester", record.requester());
    if (record.ticket().approver().role() != null) {
      question.put("role", record.ticket().approver().role());
    }
    question.put("created_at", Instant.ofEpochMilli(record.createdAt()).toString());
    if (record.expiresAt() != null) {
      question.put("expires_at", Instant.ofEpochMilli(record.expiresAt()).toString());
    }
    Decision decision = record.decision();
    if (decision != null) {
      ObjectNode answer = question.putObject("decision");
      answer.put("action", decision.action().name().toLowerCase(Locale.ROOT));
      answer.put("decided_by", record.decidedBy());
      answer.put("expired", record.expired());
      text(answer, "reason", decision.reason());
    }
    return data;
  }

  /** What finds a question again, to tell of this event if it is open then. */
  static ObjectNode reference(Event event, SuspensionRecord record) {
    return JSON.objectNode()
        .put("type", event.wire())
        .put("question", record.ticket().suspension().id());
  }

  /** The event of a {@link #reference}; those of earlier versions are reminders. */
  static Event event(JsonNode reference) {
    return reference.path("type").asText().equals(Event.QUESTION_ESCALATED.wire())
        ? Event.QUESTION_ESCALATED
        : Event.QUESTION_REMINDED;
  }

  /** The open question that {@link #reference} names. */
  static boolean names(JsonNode reference, SuspensionRecord record) {
    return record.status() == SuspensionStatus.OPEN
        && record.ticket().suspension().id().equals(reference.path("question").asText());
  }

  private static void text(ObjectNode node, String field, String text) {
    if (text == null) {
      return;
    }
    boolean fits = text.length() <= MAX_PART;
    node.put(field, fits ? text : text.substring(0, MAX_PART));
    if (!fits) {
      node.put(field + "_cut", true);
    }
  }

  private static void tree(ObjectNode node, String field, JsonNode tree) {
    if (tree == null || tree.isNull()) {
      return;
    }
    if (tree.toString().length() <= MAX_PART) {
      node.set(field, tree);
    } else {
      node.put(field + "_cut", true);
    }
  }
}

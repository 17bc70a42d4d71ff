package io.awaken.protocol.aisdk.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.decision.Delegation;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.http.stream.Delegate;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The run of one delegate as a part {@value #TYPE} of the message of the run above (features row
 * 195). The part has its state so far, so that each update replaces the one before, and clients
 * keep the last one. While it only gets longer, an update comes when a sixteenth was added: all
 * updates together have a size in proportion to the text. For one thread at a time.
 */
final class DelegatePart {

  /** The type of the part; its id is the id of the delegate's run. */
  static final String TYPE = "data-delegate";

  private static final int MAX_TEXT = 16 * 1024;
  private static final int MAX_CALLS = 64;
  private static final int LEAST = 32;
  private static final int SHARE = 16;

  private final Delegate of;
  private final StringBuilder text = new StringBuilder();
  private final Map<String, Call> calls = new LinkedHashMap<>();
  private String status = "running";
  private String message;
  private int shown;
  private boolean changed = true;

  /** Events up to here were shown before a reset, and change nothing that the client has. */
  private long quietUntil;

  /** A call of the delegate; its question while it waits for a person. */
  private record Call(String name, String status, SuspendTicket question) {}

  DelegatePart(Delegate of) {
    this.of = of;
  }

  /** Begins again: the events up to this number follow once more. */
  void again(long sequence) {
    text.setLength(0);
    calls.clear();
    status = "running";
    message = null;
    quietUntil = sequence;
    changed = true;
  }

  /** Takes an event, and writes the part if that is due. */
  void take(long sequence, AgentEvent event, OutputStream out) throws IOException {
    take(event);
    if (sequence > quietUntil
        && (changed || text.length() - shown >= Math.max(LEAST, text.length() / SHARE))) {
      write(out);
    }
  }

  /** The call has its result; the run may have ended unseen. */
  void ended(boolean answered, OutputStream out) throws IOException {
    if (status.equals("running") || status.equals("waiting")) {
      status = answered ? Delegation.COMPLETED : "failed";
      write(out);
    }
  }

  /** Takes an event. */
  void take(AgentEvent event) {
    switch (event) {
      case AgentEvent.TextDelta delta -> {
        if (message != null && !message.equals(delta.messageId()) && !text.isEmpty()) {
          text.append("\n\n");
        }
        message = delta.messageId();
        text.append(delta.delta());
        cut();
      }
      case AgentEvent.StepEnd end -> changed |= text.length() > shown;
      case AgentEvent.ToolCallStart call -> call(call.id(), call.name(), "running", null);
      case AgentEvent.ToolCallReady call -> call(call.id(), call.name(), "running", null);
      case AgentEvent.ToolCallCancel call -> changed |= calls.remove(call.id()) != null;
      case AgentEvent.ToolCallResumed call -> call(call.targetId(), null, "running", null);
      case AgentEvent.ToolCallDone done -> {
        boolean asks = done.outcome() == ToolCallOutcome.SUSPENDED;
        call(
            done.id(),
            done.result().toolName(),
            asks ? "waiting" : done.outcome().wire(),
            asks ? done.result().suspension() : null);
      }
      case AgentEvent.RunFinish finish -> {
        status =
            finish.termination() instanceof TerminationReason.Suspended
                ? "waiting"
                : Delegation.status(finish.termination());
        changed = true;
        return;
      }
      default -> {}
    }
    status = "running";
  }

  private void call(String id, String name, String state, SuspendTicket question) {
    Call before = calls.get(id);
    if (before == null && (name == null || calls.size() >= MAX_CALLS)) {
      return;
    }
    Call now = new Call(before == null ? name : before.name(), state, question);
    calls.put(id, now);
    changed |= !now.equals(before);
  }

  /** Keeps the end of a long text. */
  private void cut() {
    if (text.length() > MAX_TEXT) {
      int from = text.length() - MAX_TEXT / 2;
      text.delete(0, Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from);
      shown = 0;
    }
  }

  private void write(OutputStream out) throws IOException {
    changed = false;
    shown = text.length();
    Chunks.write(out, TYPE, this::fields);
  }

  /** Writes the part after its type. */
  void fields(JsonGenerator json) throws IOException {
    json.writeStringField("id", of.runId().value());
    json.writeObjectFieldStart("data");
    json.writeStringField("toolCallId", UiIds.of(of.parentRunId(), of.toolCallId()));
    json.writeStringField("agentId", of.agentId());
    json.writeStringField("runId", of.runId().value());
    json.writeStringField("parentRunId", of.parentRunId().value());
    json.writeNumberField("depth", of.depth());
    json.writeStringField("status", status);
    json.writeStringField("text", text.toString());
    json.writeArrayFieldStart("calls");
    for (Map.Entry<String, Call> call : calls.entrySet()) {
      write(call.getKey(), call.getValue(), json);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void write(String id, Call call, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("toolCallId", UiIds.of(of.runId(), id));
    json.writeStringField("toolName", call.name());
    json.writeStringField("status", call.status());
    if (call.question() != null) {
      json.writeStringField("approvalId", UiIds.of(of.runId(), call.question().suspension().id()));
      RunData.value("input", call.question().pending().arguments(), json);
      if (call.question().suspension().message() != null) {
        json.writeStringField("message", call.question().suspension().message());
      }
    }
    json.writeEndObject();
  }
}

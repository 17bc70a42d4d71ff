package io.awaken.protocol.agui.event;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.http.stream.Delegate;
import java.io.IOException;
import java.util.List;

/**
 * Writes what a delegate says and calls as events of a sub-agent (features row 195). Ids of its
 * calls begin with its run, because calls of two runs may have the same id. For one thread at a
 * time.
 */
final class DelegateEvents {

  private final Delegate of;
  private final EventWriter events;
  private final OpenBlocks blocks;
  private final Subagents subagents;
  private final MessageJson format;
  private String message;
  private int spans;

  /**
   * @param events write events of this delegate
   */
  DelegateEvents(Delegate of, EventWriter events, Subagents subagents, RunNames names) {
    this.of = of;
    this.events = events;
    this.blocks = new OpenBlocks(events);
    this.subagents = subagents;
    this.format = new MessageJson(names);
    this.message = of.runId().value() + "-0";
  }

  /** Ends what is open, together with what another writes. */
  void close(EventWriter beside) throws IOException {
    events.beside(beside);
    blocks.close();
  }

  void write(StreamEvent placed) throws IOException {
    switch (placed.event()) {
      case AgentEvent.StepStart start -> {
        message = start.messageId();
        spans = 0;
      }
      case AgentEvent.StepEnd end -> blocks.endStep();
      case AgentEvent.TextDelta text -> {
        if (!text.delta().isEmpty()) {
          String id = text.messageId() == null ? message : text.messageId();
          blocks.text(id, "assistant", text.delta());
        }
      }
      case AgentEvent.ReasoningDelta reasoning -> {
        if (blocks.reasoning() == null) {
          blocks.beginReasoning(MessageJson.reasoningId(message, ++spans));
        }
        blocks.reasoning(reasoning.delta());
      }
      case AgentEvent.ToolCallStart call ->
          blocks.beginCall(events.call(call.id()), call.name(), message);
      case AgentEvent.ToolCallDelta delta -> {
        blocks.beginCall(events.call(delta.id()), "", message);
        blocks.arguments(events.call(delta.id()), delta.argsDelta());
      }
      case AgentEvent.ToolCallReady call -> {
        boolean streamed = blocks.hasArguments(events.call(call.id()));
        blocks.beginCall(events.call(call.id()), call.name(), message);
        if (!streamed) {
          blocks.arguments(events.call(call.id()), call.arguments().toString());
        }
        blocks.endCall(events.call(call.id()));
      }
      case AgentEvent.ToolCallCancel call -> {
        blocks.closeContent();
        blocks.endCall(events.call(call.id()));
      }
      case AgentEvent.StreamReset reset -> {
        blocks.closeContent();
        blocks.closeCalls();
      }
      case AgentEvent.ToolCallDone done -> done(done);
      case AgentEvent.Custom custom -> subagents.write(custom, events);
      case AgentEvent.RunFinish finish -> {
        if (!(finish.termination() instanceof TerminationReason.Suspended)) {
          blocks.close();
        }
      }
      // The other events describe the delegate's run, which AG-UI does not show.
      default -> {}
    }
  }

  private void done(AgentEvent.ToolCallDone done) throws IOException {
    blocks.endCall(events.call(done.id()));
    if (done.outcome() == ToolCallOutcome.SUSPENDED) {
      question(done.id(), done.result().suspension());
      return;
    }
    List<ContentBlock> content = done.result().modelContent();
    events.event(
        "TOOL_CALL_RESULT",
        json -> {
          json.writeStringField("messageId", done.messageId());
          json.writeStringField("toolCallId", events.call(done.id()));
          json.writeStringField("role", "tool");
          format.result(content, json);
        });
  }

  /** A person is asked: a reader of the run above can decide with these ids. */
  private void question(String call, SuspendTicket ticket) throws IOException {
    events.custom(
        "awaken.question",
        json -> {
          json.writeStringField("runId", of.runId().value());
          json.writeStringField("toolCallId", call);
          json.writeStringField("suspensionId", ticket.suspension().id());
          json.writeStringField("action", ticket.suspension().action());
          if (ticket.suspension().message() != null) {
            json.writeStringField("message", ticket.suspension().message());
          }
        });
  }
}

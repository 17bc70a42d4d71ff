package io.awaken.protocol.agui.event;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.http.stream.Delegate;
import io.awaken.http.stream.StreamItem;
import io.awaken.protocol.agui.event.RunEndEvents.ModelUsage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Translates events of a run into protocol events. For one thread at a time. */
final class RunTranslation {

  private final EventWriter events;
  private final RunNames names;
  private final Set<String> known;
  private final Set<String> decided;
  private final OpenBlocks blocks;
  private final Conversation conversation;
  private final AnswerEvents answer;
  private final Snapshots snapshots;
  private final OpenTickets tickets = new OpenTickets();
  private final ModelUsage usage = new ModelUsage();
  private final Activities activities;
  private final Subagents subagents;
  private final RunEndEvents end;
  private final AguiEncoding.Reading reading;
  private final Map<RunId, EventWriter> writers = new HashMap<>(0);
  private final Map<RunId, DelegateEvents> delegates = new HashMap<>(0);
  private String code;

  RunTranslation(String run, AguiEncoding.Reading reading, EventWriter events) {
    this.events = events;
    this.reading = reading;
    names = reading.names();
    known = reading.known();
    decided = reading.decided();
    blocks = new OpenBlocks(events);
    conversation = new Conversation(reading.history());
    answer = new AnswerEvents(run, events, blocks, conversation);
    snapshots = new Snapshots(events, blocks, conversation, names, reading.state());
    activities = new Activities(events);
    subagents = new Subagents(events, names.dialect());
    end = new RunEndEvents(events, names, tickets, usage);
  }

  /** Begins another protocol run within the run: nothing is open for the reader. */
  void enter() {
    blocks.forget();
    subagents.forget();
    usage.clear();
  }

  /**
   * Replaces the last output of an earlier encoder, which was discarded.
   *
   * @param active sub-agents that are active for the reader
   */
  void correct(Set<String> active) throws IOException {
    blocks.forget();
    subagents.end(active);
    snapshots.correct();
  }

  /** Ends what is open; returns the sub-agents that are active for the reader. */
  Set<String> close() throws IOException {
    blocks.close();
    closeDelegates();
    return subagents.active();
  }

  /** Writes an item of a delegate, unless its sub-agent has ended for the reader. */
  void write(StreamItem.WithDelegates with, OutputStream out) throws IOException {
    Delegate of = with.of();
    EventWriter writer =
        writers.computeIfAbsent(of.runId(), run -> new EventWriter(reading.place(), of));
    switch (with.item()) {
      case StreamItem.Event event -> {
        writer.of(event.event(), with.cursor(), with.open(), out);
        if (subagents.shows(of)) {
          delegates
              .computeIfAbsent(of.runId(), run -> new DelegateEvents(of, writer, subagents, names))
              .write(event.event());
        }
      }
      case StreamItem.Reset reset -> {
        writer.withoutId(out);
        end(of.runId(), writer);
        subagents.discarded(of, writer);
      }
      case StreamItem other -> throw new IllegalArgumentException("not of a delegate: " + other);
    }
  }

  /** Ends what is open of a delegate. */
  private void end(RunId delegate, EventWriter beside) throws IOException {
    DelegateEvents ended = delegate == null ? null : delegates.remove(delegate);
    if (ended != null) {
      ended.close(beside);
    }
  }

  private void closeDelegates() throws IOException {
    for (DelegateEvents each : delegates.values()) {
      each.close(events);
    }
    delegates.clear();
  }

  /** Writes an event; true for the last one of a protocol run. */
  boolean write(StreamEvent placed) throws IOException {
    switch (placed.event()) {
      case AgentEvent.TextDelta e -> answer.text(e);
      case AgentEvent.ToolCallDelta e -> answer.arguments(e);
      case AgentEvent.ReasoningDelta e -> answer.reasoning(e.delta());
      case AgentEvent.ReasoningEncryptedValue e -> answer.encrypted(e.encryptedValue());
      case AgentEvent.RunStart e -> {
        // RUN_STARTED was written when the stream began.
      }
      case AgentEvent.RunFinish e -> {
        finish(placed, e);
        return true;
      }
      case AgentEvent.StepStart e -> answer.step(e, snapshots);
      case AgentEvent.StepEnd e -> blocks.endStep();
      case AgentEvent.ToolCallStart e -> answer.call(e.id(), e.name());
      case AgentEvent.ToolCallCancel e -> answer.cancel(e.id(), snapshots);
      case AgentEvent.StreamReset e -> answer.reset(e.messageId(), snapshots);
      case AgentEvent.ToolCallReady e -> answer.ready(e);
      case AgentEvent.ToolCallDone e -> done(placed, e);
      case AgentEvent.ToolCallStreamDelta e -> stream(e);
      case AgentEvent.ToolCallResumed e -> tickets.answered(e.targetId());
      case AgentEvent.MessagesSnapshot e -> snapshots.messages(e);
      case AgentEvent.ActivitySnapshot e -> activities.snapshot(e);
      case AgentEvent.ActivityDelta e -> activities.delta(e);
      case AgentEvent.InferenceComplete e -> usage.add(e);
      case AgentEvent.StateSnapshot e -> snapshots.state(e);
      case AgentEvent.StateDelta e -> snapshots.change(e);
      case AgentEvent.ToolFilterConflict e -> conflict(e);
      case AgentEvent.Custom e -> {
        if (!e.name().equals(Subagents.STARTED)) {
          end(Delegate.run(e), events);
        }
        if (!subagents.write(e, events)) {
          custom(e);
        }
      }
      case AgentEvent.Error e -> {
        code = e.code();
        error(e);
      }
    }
    return false;
  }

  private void done(StreamEvent placed, AgentEvent.ToolCallDone done) throws IOException {
    blocks.endCall(done.id());
    if (done.outcome() == ToolCallOutcome.SUSPENDED) {
      tickets.ask(done.id(), done.result().suspension(), placed.timestamp());
      return;
    }
    tickets.answered(done.id());
    conversation.done(done);
    if (known.contains(done.id())) {
      return;
    }
    blocks.inStep();
    var format = new MessageJson(names);
    List<ContentBlock> content = done.result().modelContent();
    events.event(
        "TOOL_CALL_RESULT",
        json -> {
          json.writeStringField("messageId", format.resultId(done.id(), done.messageId()));
          json.writeStringField("toolCallId", done.id());
          json.writeStringField("role", "tool");
          format.result(content, json);
        });
  }

  private void finish(StreamEvent placed, AgentEvent.RunFinish finish) throws IOException {
    boolean waits = finish.termination() instanceof TerminationReason.Suspended;
    blocks.close();
    closeDelegates();
    subagents.close(waits);
    tickets.decided(decided);
    if (waits && tickets.interrupts()) {
      snapshots.full();
    }
    end.write(placed.cursor(), finish, code);
  }

  /** An event of a plugin or tool, under its own name. */
  private void custom(AgentEvent.Custom custom) throws IOException {
    events.event(
        "CUSTOM",
        json -> {
          json.writeStringField("name", custom.name());
          json.writeFieldName("value");
          json.writeTree(custom.value());
        });
  }

  /** Text that a tool streams. */
  private void stream(AgentEvent.ToolCallStreamDelta stream) throws IOException {
    events.custom(
        "awaken.tool_call_stream",
        json -> {
          json.writeStringField("toolCallId", stream.id());
          json.writeStringField("toolCallName", stream.name());
          json.writeStringField("delta", stream.delta());
        });
  }

  private void conflict(AgentEvent.ToolFilterConflict conflict) throws IOException {
    events.custom(
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
  private void error(AgentEvent.Error error) throws IOException {
    events.custom(
        "awaken.error",
        json -> {
          json.writeStringField("message", error.message());
          if (error.code() != null) {
            json.writeStringField("code", error.code());
          }
        });
  }
}

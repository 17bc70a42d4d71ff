package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.SuspendTicket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Builds the events of the run {@code r} on the thread {@code t}. */
final class RunScript {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<StreamEvent> events = new ArrayList<>();
  private int steps;
  private String message;

  RunScript() {
    add(new AgentEvent.RunStart("t", "r", null));
  }

  List<StreamEvent> events() {
    return List.copyOf(events);
  }

  /** The number of events so far. */
  int size() {
    return events.size();
  }

  RunScript add(AgentEvent event) {
    int number = events.size() + 1;
    var at = Instant.ofEpochMilli(1_700_000_000_000L + number);
    events.add(new StreamEvent(new Cursor(1, number), at, event));
    return this;
  }

  RunScript step() {
    message = "r-" + ++steps;
    return add(new AgentEvent.StepStart(message));
  }

  /** Repeats the step after a crash. */
  RunScript again() {
    return add(new AgentEvent.StepEnd()).add(new AgentEvent.StepStart(message));
  }

  RunScript says(String... words) {
    for (String word : words) {
      add(new AgentEvent.TextDelta(message, word));
    }
    return this;
  }

  RunScript thinks(String... words) {
    for (String word : words) {
      add(new AgentEvent.ReasoningDelta(word));
    }
    return this;
  }

  RunScript starts(String call, String tool) {
    return add(new AgentEvent.ToolCallStart(call, tool));
  }

  RunScript streams(String call, String... pieces) {
    for (String piece : pieces) {
      add(new AgentEvent.ToolCallDelta(call, piece));
    }
    return this;
  }

  RunScript ready(String call, String tool, String arguments) {
    return add(new AgentEvent.ToolCallReady(call, tool, json(arguments)));
  }

  /** A whole call, whose arguments are streamed in two pieces. */
  RunScript calls(String call, String tool, String arguments) {
    int half = arguments.length() / 2;
    return starts(call, tool)
        .streams(call, arguments.substring(0, half), arguments.substring(half))
        .used()
        .ready(call, tool, arguments);
  }

  RunScript used() {
    return add(new AgentEvent.InferenceComplete("m", TokenUsage.of(10, 5), 7));
  }

  RunScript done(String call, ToolResult result, ToolCallOutcome outcome) {
    return add(new AgentEvent.ToolCallDone(call, message + "-" + call, result, outcome));
  }

  RunScript answers(String call, String tool, String data) {
    return done(call, ToolResult.success(tool, json(data)), ToolCallOutcome.SUCCEEDED);
  }

  RunScript asks(String call, String tool, String arguments, SuspendTicket ticket) {
    var about = ticket.withId("ask-" + call).about(new PendingCall(call, tool, json(arguments)));
    return done(call, ToolResult.suspended(tool, about), ToolCallOutcome.SUSPENDED);
  }

  RunScript resumes(String call) {
    return add(new AgentEvent.ToolCallResumed(call, null));
  }

  RunScript ends() {
    return add(new AgentEvent.StepEnd());
  }

  RunScript finishes(String response, TerminationReason why) {
    return add(new AgentEvent.RunFinish("t", "r", new AgentEvent.RunResult(response), why));
  }

  RunScript finishes(String response) {
    return finishes(response, new TerminationReason.NaturalEnd());
  }

  RunScript parks() {
    return add(new AgentEvent.RunFinish("t", "r", null, new TerminationReason.Suspended()));
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

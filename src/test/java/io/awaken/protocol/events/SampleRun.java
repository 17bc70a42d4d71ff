package io.awaken.protocol.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.ClientExecutedTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Builds the events of a run in the order in which the step loop emits them. */
public final class SampleRun {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<List<AgentEvent>> streams = new ArrayList<>();
  private List<AgentEvent> events = new ArrayList<>();
  private int step;

  private SampleRun() {
    streams.add(events);
    add(new AgentEvent.RunStart(EncodedRun.THREAD, EncodedRun.RUN.value(), null));
  }

  public static SampleRun begins() {
    return new SampleRun();
  }

  /** The events of each stream: a new one begins where the run was suspended. */
  public List<List<AgentEvent>> streams() {
    return streams;
  }

  /** All events. */
  public List<AgentEvent> all() {
    return streams.stream().flatMap(List::stream).toList();
  }

  public SampleRun add(AgentEvent event) {
    events.add(event);
    return this;
  }

  public SampleRun step() {
    return add(new AgentEvent.StepStart(message(++step)));
  }

  private static String message(int step) {
    return EncodedRun.RUN + "-" + step;
  }

  public SampleRun endStep() {
    return add(new AgentEvent.StepEnd());
  }

  public SampleRun says(String... pieces) {
    for (String piece : pieces) {
      add(new AgentEvent.TextDelta(message(step), piece));
    }
    return this;
  }

  public SampleRun thinks(String... pieces) {
    for (String piece : pieces) {
      add(new AgentEvent.ReasoningDelta(piece));
    }
    return this;
  }

  public SampleRun inferred(int in, int out) {
    return add(new AgentEvent.InferenceComplete("model-1", TokenUsage.of(in, out), 12));
  }

  /** The model requests a tool; its arguments are streamed in pieces. */
  public SampleRun asksFor(String call, String tool, String... arguments) {
    add(new AgentEvent.ToolCallStart(call, tool));
    for (String piece : arguments) {
      add(new AgentEvent.ToolCallDelta(call, piece));
    }
    return this;
  }

  /** Cancels a call that the model began. */
  public SampleRun cutsOff(String call) {
    return add(new AgentEvent.ToolCallCancel(call));
  }

  /** Restarts the answer. */
  public SampleRun restarts() {
    return add(new AgentEvent.StreamReset(message(step)));
  }

  public SampleRun ready(String call, String tool, String arguments) {
    return add(new AgentEvent.ToolCallReady(call, tool, json(arguments)));
  }

  /** The model requests a tool, and the call is ready. */
  public SampleRun calls(String call, String tool, String arguments) {
    return asksFor(call, tool, arguments).ready(call, tool, arguments);
  }

  public SampleRun streams(String call, String tool, String piece) {
    return add(new AgentEvent.ToolCallStreamDelta(call, tool, piece));
  }

  public SampleRun answers(String call, String tool, String data) {
    return done(call, ToolResult.success(tool, json(data)), ToolCallOutcome.SUCCEEDED);
  }

  public SampleRun answers(String call, String tool, ContentBlock... content) {
    return done(
        call, ToolResult.successWithContent(tool, List.of(content)), ToolCallOutcome.SUCCEEDED);
  }

  public SampleRun fails(String call, String tool, String why) {
    return done(call, ToolResult.errorWithCode(tool, "broken", why), ToolCallOutcome.FAILED);
  }

  public SampleRun declined(String call, String tool, String why) {
    return done(call, ToolResult.errorWithCode(tool, "cancelled", why), ToolCallOutcome.CANCELLED);
  }

  private SampleRun done(String call, ToolResult result, ToolCallOutcome outcome) {
    return add(new AgentEvent.ToolCallDone(call, "result-" + call, result, outcome));
  }

  /** A gate suspends the call for an approval. */
  public SampleRun asks(String call, String tool, String arguments) {
    return asks(call, tool, arguments, ResumeMode.REPLAY_TOOL_CALL);
  }

  /** A gate suspends the call with another resume mode. */
  public SampleRun asks(String call, String tool, String arguments, ResumeMode mode) {
    var question = new Suspension("perm_" + call, "tool:PermissionConfirm", "May it?", null, null);
    return suspends(call, tool, arguments, SuspendTicket.of(mode, question));
  }

  /** The call is handed over to the client. */
  public SampleRun handsOver(String call, String tool, String arguments) {
    var ticket = SuspendTicket.result(ClientExecutedTool.ACTION, "the client is asked", null);
    return suspends(call, tool, arguments, ticket.withId("front_" + call));
  }

  private SampleRun suspends(String call, String tool, String arguments, SuspendTicket ticket) {
    SuspendTicket about = ticket.about(new PendingCall(call, tool, json(arguments)));
    return done(call, ToolResult.suspended(tool, about), ToolCallOutcome.SUSPENDED);
  }

  /** Suspends the run; later events belong to another stream. */
  public SampleRun waits() {
    finish(new TerminationReason.Suspended());
    events = new ArrayList<>();
    streams.add(events);
    return this;
  }

  public SampleRun resumes(String call, String payload) {
    return add(new AgentEvent.ToolCallResumed(call, payload == null ? null : json(payload)));
  }

  public SampleRun finish(TerminationReason why) {
    return add(new AgentEvent.RunFinish(EncodedRun.THREAD, EncodedRun.RUN.value(), null, why));
  }

  public SampleRun ends() {
    return finish(new TerminationReason.NaturalEnd());
  }

  public static ContentBlock picture() {
    return MediaKind.IMAGE.of("image/png", new byte[] {1, 2, 3}, "chart.png");
  }

  public static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

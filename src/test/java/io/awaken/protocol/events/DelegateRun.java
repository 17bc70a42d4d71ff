package io.awaken.protocol.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.http.stream.Delegate;
import io.awaken.http.stream.DelegatePlaces;
import io.awaken.http.stream.StreamItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a reader gets of a run that calls a delegate: it says something, asks a person, calls a
 * delegate of its own and answers.
 */
public final class DelegateRun {

  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
  private static final Delegate BELOW =
      new Delegate(List.of(5L), new RunId("below"), EncodedRun.RUN, "b", "c1");
  private static final Delegate DEEP =
      new Delegate(List.of(5L, 13L), new RunId("deep"), BELOW.runId(), "c", "k2");

  private final List<StreamItem> items = new ArrayList<>();
  private final Map<List<Long>, Cursor> open = new LinkedHashMap<>();
  private Cursor own = Cursor.START;
  private final Map<Delegate, Long> numbers = new LinkedHashMap<>();

  private DelegateRun() {}

  /** The items, as a reader who stays gets them. */
  public static List<StreamItem> items() {
    var run = new DelegateRun();
    run.begins();
    run.asks();
    run.delegates();
    run.ends();
    return run.items;
  }

  private void begins() {
    own(
        new AgentEvent.RunStart(EncodedRun.THREAD, EncodedRun.RUN.value(), null),
        new AgentEvent.StepStart("m1"),
        new AgentEvent.ToolCallStart("c1", "agent_run_b"),
        ready("c1", "agent_run_b", "prompt", "find it"));
    open.put(BELOW.path(), Cursor.START);
    own(started(BELOW));
    of(
        BELOW,
        new AgentEvent.RunStart("t-below", "below", EncodedRun.RUN.value()),
        new AgentEvent.StepStart("b1"),
        new AgentEvent.ReasoningDelta("Hm."),
        new AgentEvent.TextDelta("b1", "Let me "),
        new AgentEvent.TextDelta("b1", "look."));
  }

  private void asks() {
    var ticket =
        SuspendTicket.approval("ok", "May I?")
            .withId("s1")
            .about(new PendingCall("k1", "search", node("q", "x")));
    of(
        BELOW,
        new AgentEvent.ToolCallStart("k1", "search"),
        new AgentEvent.ToolCallDelta("k1", "{\"q\":\"x\"}"),
        ready("k1", "search", "q", "x"),
        new AgentEvent.ToolCallDone(
            "k1", "b2", ToolResult.suspended("search", ticket), ToolCallOutcome.SUSPENDED),
        finish("t-below", "below", new TerminationReason.Suspended()),
        new AgentEvent.ToolCallResumed("k1", null),
        new AgentEvent.ToolCallDone(
            "k1",
            "b2",
            ToolResult.success("search", node("hits", "3")),
            ToolCallOutcome.SUCCEEDED));
  }

  private void delegates() {
    open.put(DEEP.path(), Cursor.START);
    of(BELOW, started(DEEP));
    of(
        DEEP,
        new AgentEvent.RunStart("t-deep", "deep", "below"),
        new AgentEvent.StepStart("d1"),
        new AgentEvent.TextDelta("d1", "Deep."),
        new AgentEvent.StepEnd());
    open.remove(DEEP.path());
    of(DEEP, finish("t-deep", "deep", new TerminationReason.NaturalEnd()));
    of(BELOW, ended(DEEP), new AgentEvent.StepEnd());
  }

  private void ends() {
    of(
        BELOW,
        new AgentEvent.StepStart("b3"),
        new AgentEvent.TextDelta("b3", "Found."),
        new AgentEvent.StepEnd());
    open.remove(BELOW.path());
    of(BELOW, finish("t-below", "below", new TerminationReason.NaturalEnd()));
    own(
        ended(BELOW),
        new AgentEvent.ToolCallDone(
            "c1",
            "m2",
            ToolResult.success("agent_run_b", node("response", "Found.")),
            ToolCallOutcome.SUCCEEDED),
        new AgentEvent.StepEnd(),
        finish(EncodedRun.THREAD, EncodedRun.RUN.value(), new TerminationReason.NaturalEnd()));
  }

  private static AgentEvent ready(String id, String name, String field, String value) {
    return new AgentEvent.ToolCallReady(id, name, node(field, value));
  }

  private static AgentEvent finish(String thread, String run, TerminationReason why) {
    return new AgentEvent.RunFinish(thread, run, null, why);
  }

  private static JsonNode node(String field, String value) {
    return JsonNodeFactory.instance.objectNode().put(field, value);
  }

  private static AgentEvent started(Delegate delegate) {
    return new AgentEvent.Custom(
        "subagent_started",
        JsonNodeFactory.instance
            .objectNode()
            .put("run_id", delegate.runId().value())
            .put("name", delegate.agentId())
            .put("parent_run_id", delegate.parentRunId().value())
            .put("tool_call_id", delegate.toolCallId()));
  }

  private static AgentEvent ended(Delegate delegate) {
    return new AgentEvent.Custom("subagent_finished", node("run_id", delegate.runId().value()));
  }

  private void own(AgentEvent... events) {
    for (AgentEvent event : events) {
      own = new Cursor(1, own.sequence() + 1);
      var item = StreamItem.Event.stored(new StreamEvent(own, AT, event));
      items.add(open.isEmpty() ? item : new StreamItem.WithDelegates(item, null, places(), own));
    }
  }

  private void of(Delegate delegate, AgentEvent... events) {
    for (AgentEvent event : events) {
      var at = new Cursor(1, numbers.merge(delegate, 1L, Long::sum));
      open.computeIfPresent(delegate.path(), (path, before) -> at);
      var item = StreamItem.Event.stored(new StreamEvent(at, AT, event));
      items.add(new StreamItem.WithDelegates(item, delegate, places(), own));
    }
  }

  private DelegatePlaces places() {
    return new DelegatePlaces(EncodedRun.RUN, new LinkedHashMap<>(open), true);
  }
}

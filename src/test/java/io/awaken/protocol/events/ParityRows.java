package io.awaken.protocol.events;

import static io.awaken.protocol.events.SampleRun.json;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamItem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every event in its usual position; the last event of each list is the subject of the row. */
final class ParityRows {

  private static final String ARGUMENTS = "{\"value\":1}";

  private ParityRows() {}

  static Map<String, List<AgentEvent>> all() {
    var rows = new LinkedHashMap<String, List<AgentEvent>>();
    rows.put("`run_start`", SampleRun.begins().all());
    rows.put("`step_start`", step().all());
    rows.put("`text_delta`, the first", step().says("a").all());
    rows.put("`text_delta`", step().says("a", "b").all());
    rows.put("`text_delta` after reasoning", step().thinks("a").says("b").all());
    rows.put("`reasoning_delta`, the first", step().thinks("a").all());
    rows.put("`reasoning_delta`", step().thinks("a", "b").all());
    rows.put(
        "`reasoning_encrypted_value`",
        step().thinks("a").add(new AgentEvent.ReasoningEncryptedValue("x")).all());
    rows.put("`tool_call_start` after text", step().says("a").asksFor("c", "pay").all());
    rows.put("`tool_call_delta`", step().asksFor("c", "pay", ARGUMENTS).all());
    rows.put("`tool_call_cancel`", step().asksFor("c", "pay", "{\"va").cutsOff("c").all());
    rows.put("`stream_reset` after reasoning", step().thinks("a").restarts().all());
    rows.put(
        "`stream_reset` after a part of a call",
        step().asksFor("c", "pay", "{\"va").restarts().all());
    rows.put("`tool_call_ready`", called().all());
    rows.put("`tool_call_stream_delta`", called().streams("c", "pay", "half").all());
    rows.put("`tool_call_done`, succeeded", called().answers("c", "pay", "\"ok\"").all());
    rows.put(
        "`tool_call_done` with media", called().answers("c", "pay", SampleRun.picture()).all());
    rows.put("`tool_call_done`, failed", called().fails("c", "pay", "no").all());
    rows.put("`tool_call_done`, cancelled", called().declined("c", "pay", "no").all());
    rows.put("`tool_call_done`, suspended: an approval", called().asks("c", "pay", "{}").all());
    rows.put(
        "`tool_call_done`, suspended: edited arguments",
        called().asks("c", "pay", "{}", ResumeMode.PASS_DECISION_TO_TOOL).all());
    rows.put("`tool_call_done`, suspended: the client's tool", handedOver().all());
    rows.put("`tool_call_resumed`", waited().resumes("c", null).all());
    rows.put(
        "`tool_call_done`, cancelled by a decision",
        waited().resumes("c", null).declined("c", "pay", "no").all());
    rows.put("`inference_complete`", step().says("a").inferred(1, 1).all());
    rows.put("`step_end` after text", step().says("a").endStep().all());
    rows.putAll(beside());
    rows.putAll(ends());
    return rows;
  }

  private static SampleRun step() {
    return SampleRun.begins().step();
  }

  private static SampleRun called() {
    return step().calls("c", "pay", ARGUMENTS);
  }

  private static SampleRun handedOver() {
    return step().calls("c", "pick_colour", "{}").handsOver("c", "pick_colour", "{}");
  }

  private static SampleRun waited() {
    return called().asks("c", "pay", ARGUMENTS).waits();
  }

  private static Map<String, List<AgentEvent>> beside() {
    var rows = new LinkedHashMap<String, AgentEvent>();
    rows.put("`state_snapshot`", new AgentEvent.StateSnapshot(json("{}")));
    rows.put("`state_delta`", new AgentEvent.StateDelta(json("[]")));
    rows.put("`messages_snapshot`", new AgentEvent.MessagesSnapshot(List.of(), false));
    rows.put("`activity_snapshot`", new AgentEvent.ActivitySnapshot("m", "plan", json("{}"), true));
    rows.put("`activity_delta`", new AgentEvent.ActivityDelta("m", "plan", json("[]")));
    rows.put("`tool_filter_conflict`", new AgentEvent.ToolFilterConflict(List.of("a"), null));
    rows.put("`custom`", new AgentEvent.Custom("weather", json("1")));
    rows.put("`error`", new AgentEvent.Error("a hint", "hint"));
    var placed = new LinkedHashMap<String, List<AgentEvent>>();
    rows.forEach((label, event) -> placed.put(label, step().add(event).all()));
    return placed;
  }

  private static Map<String, List<AgentEvent>> ends() {
    var reasons = new LinkedHashMap<String, TerminationReason>();
    reasons.put("natural_end", new TerminationReason.NaturalEnd());
    reasons.put("behavior_requested", new TerminationReason.BehaviorRequested());
    reasons.put("stopped", TerminationReason.Stopped.of("max_rounds", null));
    reasons.put("blocked", new TerminationReason.Blocked("a rule"));
    reasons.put("cancelled", new TerminationReason.Cancelled());
    reasons.put("error", new TerminationReason.Error("failed"));
    var rows = new LinkedHashMap<String, List<AgentEvent>>();
    reasons.forEach(
        (name, why) ->
            rows.put("`run_finish`, " + name, step().says("a").endStep().finish(why).all()));
    rows.put("`run_finish`, suspended", waited().all());
    return rows;
  }

  /** The output of one protocol for the last event of a row, including the end of a stream. */
  static List<String> sent(ProtocolColumn column, List<AgentEvent> events) {
    var out = new ByteArrayOutputStream();
    List<StreamItem> items = EncodedRun.items(events);
    try {
      StreamEncoder encoder = column.encoding().encoder(EncodedRun.RUN);
      encoder.begin(OutputStream.nullOutputStream());
      for (StreamItem item : items.subList(0, items.size() - 1)) {
        encoder.encode(item, OutputStream.nullOutputStream());
      }
      encoder.encode(items.getLast(), out);
      if (events.getLast() instanceof AgentEvent.RunFinish) {
        encoder.end(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ArrayList<>(column.names(out.toString(StandardCharsets.UTF_8)));
  }
}

package io.awaken.protocol.a2a.task;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamItem;
import io.awaken.protocol.a2a.task.TaskEncoding.Reading;
import io.awaken.protocol.a2a.task.TaskEncoding.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes the events of a run as {@code StreamResponse}s (A2A 1.0, section 3.1.2): first the task as
 * the reader finds it, then changes of its status and pieces of its artifacts. Each text of the
 * agent is an artifact whose id is that of the message. For one reader.
 */
final class TaskEncoder implements StreamEncoder {

  private static final int RETRY_SECONDS = 1;
  private static final byte[] BEFORE = FrameFormat.SSE.before().getBytes(StandardCharsets.US_ASCII);
  private static final byte[] AFTER = FrameFormat.SSE.after().getBytes(StandardCharsets.US_ASCII);

  private final String task;
  private final Reading reading;
  private final Wire wire;

  private final Map<String, StringBuilder> artifacts = new LinkedHashMap<>();
  private final Map<String, SuspendTicket> questions = new LinkedHashMap<>();
  private TaskState state = TaskState.SUBMITTED;
  private Instant since;
  private TerminationReason ended;

  /** The artifact that is being written; null for none. */
  private String open;

  /** Whether events are new for the reader. */
  private boolean live;

  private boolean over;

  TaskEncoder(String task, Reading reading, Wire wire) {
    this.task = task;
    this.reading = reading;
    this.wire = wire;
    this.since = reading.since();
  }

  @Override
  public void begin(OutputStream out) throws IOException {
    live = true;
    if (wire.begun) {
      correct(out);
      return;
    }
    wire.begun = true;
    if (reading.resumed() && state.interrupted()) {
      state = TaskState.WORKING;
    }
    wire.state = state;
    ObjectNode now = TaskJson.task(task, reading.context(), status());
    if (!artifacts.isEmpty()) {
      ArrayNode all = now.putArray("artifacts");
      artifacts.forEach(
          (id, text) -> {
            all.add(TaskJson.artifact(id, text.toString()));
            wire.sent.put(id, text.length());
          });
    }
    ObjectNode first = ProtocolJson.mapper().createObjectNode();
    first.set("task", now);
    write(first, out);
  }

  /** Replaces what the reader got of a step that was not committed. */
  private void correct(OutputStream out) throws IOException {
    for (Map.Entry<String, Integer> sent : Map.copyOf(wire.sent).entrySet()) {
      var text = artifacts.getOrDefault(sent.getKey(), new StringBuilder());
      if (text.length() != sent.getValue()) {
        wire.sent.put(sent.getKey(), text.length());
        artifact(sent.getKey(), text.toString(), false, false, out);
      }
    }
    if (wire.state != state) {
      statusUpdate(out);
    }
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public void encode(StreamItem item, OutputStream out) throws IOException {
    switch (item) {
      case StreamItem.Event event -> {
        since = event.event().timestamp();
        event(event.event().event(), out);
      }
      case StreamItem.Reset reset -> {
        // The next encoder corrects what the reader has.
      }
      case StreamItem.Reconnect reconnect -> interrupted(out);
      case StreamItem.Resync resync -> interrupted(out);
      case StreamItem.WithDelegates with -> throw new IllegalArgumentException("not followed");
      case StreamItem.OfThread of -> throw new IllegalArgumentException("not of a run");
    }
  }

  private void event(AgentEvent event, OutputStream out) throws IOException {
    if (over) {
      return;
    }
    if (state != TaskState.WORKING && !(event instanceof AgentEvent.RunFinish)) {
      change(TaskState.WORKING, out);
    }
    switch (event) {
      case AgentEvent.TextDelta text -> text(text, out);
      case AgentEvent.StepEnd end -> complete(out);
      case AgentEvent.ToolCallDone done -> {
        if (done.outcome() == ToolCallOutcome.SUSPENDED && done.result().suspension() != null) {
          questions.put(done.id(), done.result().suspension());
        } else {
          questions.remove(done.id());
        }
      }
      case AgentEvent.ToolCallResumed resumed -> questions.remove(resumed.targetId());
      case AgentEvent.RunFinish finish -> finish(finish, out);
      case AgentEvent.RunStart start -> {}
      case AgentEvent.StepStart step -> {}
      case AgentEvent.ReasoningDelta reasoning -> {}
      case AgentEvent.ReasoningEncryptedValue reasoning -> {}
      case AgentEvent.ToolCallStart call -> {}
      case AgentEvent.ToolCallDelta call -> {}
      case AgentEvent.ToolCallCancel call -> {}
      case AgentEvent.StreamReset reset -> {}
      case AgentEvent.ToolCallReady call -> {}
      case AgentEvent.ToolCallStreamDelta call -> {}
      case AgentEvent.MessagesSnapshot messages -> {}
      case AgentEvent.ActivitySnapshot activity -> {}
      case AgentEvent.ActivityDelta activity -> {}
      case AgentEvent.InferenceComplete inference -> {}
      case AgentEvent.StateSnapshot snapshot -> {}
      case AgentEvent.StateDelta delta -> {}
      case AgentEvent.ToolFilterConflict conflict -> {}
      case AgentEvent.Custom custom -> {}
      case AgentEvent.Error error -> {}
    }
  }

  private void text(AgentEvent.TextDelta text, OutputStream out) throws IOException {
    String id = text.messageId() == null ? TaskJson.answerOf(task) : text.messageId();
    if (open != null && !open.equals(id)) {
      complete(out);
    }
    if (text.delta().isEmpty()) {
      return;
    }
    boolean append = artifacts.containsKey(id);
    var all = artifacts.computeIfAbsent(id, none -> new StringBuilder()).append(text.delta());
    open = id;
    if (live) {
      wire.sent.put(id, all.length());
      artifact(id, text.delta(), append, false, out);
    }
  }

  private void complete(OutputStream out) throws IOException {
    if (open != null) {
      artifact(open, "", true, true, out);
      open = null;
    }
  }

  private void finish(AgentEvent.RunFinish finish, OutputStream out) throws IOException {
    complete(out);
    String answer = finish.result() == null ? null : finish.result().response();
    boolean waits = finish.termination() instanceof TerminationReason.Suspended;
    if (!waits && artifacts.isEmpty() && answer != null && !answer.isBlank()) {
      // An answer that no model wrote.
      artifacts.put(TaskJson.answerOf(task), new StringBuilder(answer));
      artifact(TaskJson.answerOf(task), answer, false, true, out);
    }
    ended = finish.termination();
    questions.values().removeIf(each -> reading.decided().contains(each.suspension().id()));
    change(waits ? Questions.state(questions.values()) : TaskState.of(ended), out);
    over = live && (!waits || state == TaskState.INPUT_REQUIRED && !reading.subscribed());
  }

  private void change(TaskState next, OutputStream out) throws IOException {
    state = next;
    if (live) {
      statusUpdate(out);
    }
  }

  private void statusUpdate(OutputStream out) throws IOException {
    wire.state = state;
    write(TaskJson.statusUpdate(task, reading.context(), status()), out);
  }

  private ObjectNode status() {
    ObjectNode message = null;
    if (state.interrupted()) {
      Collection<SuspendTicket> asked = questions.values();
      message = Questions.message(task, reading.context(), asked);
    } else if (ended != null && state != TaskState.WORKING) {
      message = TaskJson.note(task, reading.context(), ended);
    }
    return TaskJson.status(state, since, message);
  }

  /** Written without a tree, since there is one for each token. */
  private void artifact(String id, String text, boolean append, boolean last, OutputStream out)
      throws IOException {
    if (!live) {
      return;
    }
    out.write(BEFORE);
    // Closing it closes what is open, but not the stream.
    try (JsonGenerator json = ProtocolJson.generator(out)) {
      reading.frames().begin(json);
      json.writeObjectFieldStart("artifactUpdate");
      json.writeStringField("taskId", task);
      json.writeStringField("contextId", reading.context());
      json.writeObjectFieldStart("artifact");
      json.writeStringField("artifactId", id);
      json.writeArrayFieldStart("parts");
      json.writeStartObject();
      json.writeStringField("text", text);
      json.writeEndObject();
      json.writeEndArray();
      json.writeEndObject();
      // ProtoJSON omits false.
      if (append) {
        json.writeBooleanField("append", true);
      }
      if (last) {
        json.writeBooleanField("lastChunk", true);
      }
    }
    out.write(AFTER);
  }

  /** The stream ends before the task does. */
  private void interrupted(OutputStream out) throws IOException {
    if (over) {
      return;
    }
    over = true;
    out.write(reading.frames().errorEvent().getBytes(StandardCharsets.US_ASCII));
    Refusal refusal =
        Refusal.unavailable(
            "the stream ends here and the task continues; subscribe to it", RETRY_SECONDS);
    FrameFormat.SSE.write(ProtocolJson.bytes(reading.frames().error(refusal)), out);
  }

  private void write(ObjectNode response, OutputStream out) throws IOException {
    if (live) {
      FrameFormat.SSE.write(ProtocolJson.bytes(reading.frames().result(response)), out);
    }
  }
}

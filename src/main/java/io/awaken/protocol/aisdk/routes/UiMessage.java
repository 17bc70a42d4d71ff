package io.awaken.protocol.aisdk.routes;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.suspension.AwaitedRun;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.core.tool.ClientExecutedTool;
import io.awaken.core.tool.DelegateTool;
import io.awaken.http.json.ProtocolJson;
import io.awaken.protocol.aisdk.stream.PartFields;
import io.awaken.protocol.aisdk.stream.StoredDelegates;
import io.awaken.protocol.aisdk.stream.UiIds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One chat message: a user message, or the whole answer of a run. For one page. */
final class UiMessage {

  private final String id;
  private final Role role;
  private final List<Message> messages = new ArrayList<>();
  private final Map<String, Message> results = new HashMap<>();
  private int sources;

  private UiMessage(String id, Role role) {
    this.id = id;
    this.role = role;
  }

  /** The messages of a chat, each at the position of its first stored message. */
  static Collection<UiMessage> of(List<Message> stored) {
    var all = new LinkedHashMap<String, UiMessage>();
    for (Message message : stored) {
      Role role = message.role() == Role.TOOL ? Role.ASSISTANT : message.role();
      UiMessage of = all.computeIfAbsent(idOf(message), id -> new UiMessage(id, role));
      if (message.role() == Role.TOOL) {
        of.results.put(message.toolCallId(), message);
      } else {
        of.messages.add(message);
      }
    }
    return all.values();
  }

  /** The run id for an answer, as in its stream; the client's own id for a user message. */
  static String idOf(Message message) {
    boolean answers = message.role() == Role.ASSISTANT || message.role() == Role.TOOL;
    boolean ofRun = answers && message.metadata() != null && message.metadata().runId() != null;
    return ofRun ? message.metadata().runId() : ClientMessageIds.shown(message.id());
  }

  void write(ThreadId thread, CallFacts facts, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", id);
    json.writeStringField("role", role.wire());
    json.writeArrayFieldStart("parts");
    for (Message message : messages) {
      if (role == Role.ASSISTANT) {
        json.writeStartObject();
        json.writeStringField("type", "step-start");
        json.writeEndObject();
      }
      for (ContentBlock block : message.content()) {
        block(block, thread, json);
      }
      for (ToolCall call : message.toolCalls()) {
        call(call, thread, facts, json);
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void call(ToolCall call, ThreadId thread, CallFacts facts, JsonGenerator json)
      throws IOException {
    Message result = results.get(call.id());
    ToolPart.of(new RunId(id), call, result, facts).write(json);
    if (call.name().startsWith(DelegateTool.PREFIX)) {
      facts.delegate(new RunId(id), call.id(), json);
    }
    if (result != null) {
      for (ContentBlock block : result.content()) {
        if (PartFields.type(block) != null) {
          block(block, thread, json);
        }
      }
    }
  }

  private void block(ContentBlock block, ThreadId thread, JsonGenerator json) throws IOException {
    switch (block) {
      case ContentBlock.Text text -> text("text", text.text(), json);
      case ContentBlock.Thinking thinking -> text("reasoning", thinking.thinking(), json);
      default -> {
        json.writeStartObject();
        json.writeStringField("type", PartFields.type(block));
        PartFields.write(block, thread.value(), "s" + ++sources, json);
        json.writeEndObject();
      }
    }
  }

  private static void text(String type, String text, JsonGenerator json) throws IOException {
    if (!text.isEmpty()) {
      json.writeStartObject();
      json.writeStringField("type", type);
      json.writeStringField("text", text);
      json.writeStringField("state", "done");
      json.writeEndObject();
    }
  }

  /**
   * The current state of a call.
   *
   * @param result the message with its result; null for none
   * @param question its open or denied suspension; null for none
   */
  record ToolPart(
      RunId run, ToolCall call, Message result, String state, SuspensionRecord question) {

    static ToolPart of(RunId run, ToolCall call, Message result, CallFacts facts) {
      if (result == null) {
        Optional<SuspensionRecord> open = facts.open(run, call.id());
        boolean asked = open.isPresent() && !clients(open.get());
        String state = asked ? "approval-requested" : "input-available";
        return new ToolPart(run, call, null, state, open.orElse(null));
      }
      return switch (facts.status(run, call.id())) {
        case FAILED -> new ToolPart(run, call, result, "output-error", null);
        case CANCELLED ->
            facts
                .denied(run, call.id())
                .filter(question -> !clients(question))
                .map(question -> new ToolPart(run, call, result, "output-denied", question))
                .orElseGet(() -> new ToolPart(run, call, result, "output-error", null));
        default -> new ToolPart(run, call, result, "output-available", null);
      };
    }

    private static boolean clients(SuspensionRecord question) {
      return ClientExecutedTool.ACTION.equals(question.ticket().suspension().action());
    }

    void write(JsonGenerator json) throws IOException {
      json.writeStartObject();
      json.writeStringField("type", "tool-" + call.name());
      json.writeStringField("toolCallId", UiIds.of(run, call.id()));
      json.writeStringField("state", state);
      json.writeFieldName("input");
      ProtocolJson.mapper().writeTree(json, call.arguments());
      if (question == null || !clients(question)) {
        json.writeBooleanField("providerExecuted", true);
      }
      if (question != null && !clients(question)) {
        approval(json);
      }
      switch (state) {
        case "output-available" -> {
          json.writeFieldName("output");
          output(json);
        }
        case "output-error" -> json.writeStringField("errorText", errorText());
        default -> {
          // There is no output.
        }
      }
      json.writeEndObject();
    }

    private void approval(JsonGenerator json) throws IOException {
      json.writeObjectFieldStart("approval");
      json.writeStringField("id", UiIds.of(run, question.ticket().suspension().id()));
      if (question.decision() == null) {
        json.writeObjectFieldStart("descriptor");
        PartFields.write(question.ticket(), json);
        json.writeEndObject();
      } else {
        json.writeBooleanField("approved", false);
        if (question.decision().reason() != null) {
          json.writeStringField("reason", question.decision().reason());
        }
      }
      json.writeEndObject();
    }

    /** The model reads an object as JSON text, which is parsed here; other text is unchanged. */
    private void output(JsonGenerator json) throws IOException {
      JsonNode parsed = parsed();
      if (parsed != null && parsed.isContainerNode()) {
        ProtocolJson.mapper().writeTree(json, parsed);
      } else {
        json.writeString(result.text());
      }
    }

    private String errorText() {
      JsonNode parsed = parsed();
      boolean hasError = parsed != null && parsed.path("error").isTextual();
      return hasError ? parsed.get("error").textValue() : result.text();
    }

    private JsonNode parsed() {
      String text = result.text();
      if (!text.startsWith("{") && !text.startsWith("[")) {
        return null;
      }
      try {
        return ProtocolJson.mapper().readTree(text);
      } catch (JsonProcessingException e) {
        return null;
      }
    }
  }

  /** Facts about calls beyond the messages; queries only what is needed. For one page. */
  static final class CallFacts {

    private final RunStore runs;
    private final SuspensionStore suspensions;
    private final ThreadId thread;
    private final Map<RunId, Map<String, ToolCallStatus>> states = new HashMap<>();
    private final Map<RunId, List<SuspensionRecord>> asked = new HashMap<>();
    private final StoredDelegates delegates;
    private List<SuspensionRecord> open;

    CallFacts(
        RunStore runs, SuspensionStore suspensions, ThreadId thread, StoredDelegates delegates) {
      this.runs = runs;
      this.suspensions = suspensions;
      this.thread = thread;
      this.delegates = delegates;
    }

    /** Writes the parts of the run that a call waits or waited for. */
    void delegate(RunId run, String call, JsonGenerator json) throws IOException {
      for (SuspensionRecord each : asked.computeIfAbsent(run, suspensions::ofRun)) {
        if (each.callId().equals(call) && each.kind() == SuspensionKind.CHILD) {
          AwaitedRun awaited = AwaitedRun.of(each.ticket());
          delegates.write(run, call, awaited.agentId(), new RunId(awaited.runId()), json);
        }
      }
    }

    /** The outcome of a call that has a result. */
    ToolCallStatus status(RunId run, String call) {
      return states.computeIfAbsent(run, this::states).getOrDefault(call, ToolCallStatus.SUCCEEDED);
    }

    private Map<String, ToolCallStatus> states(RunId run) {
      var found = new HashMap<String, ToolCallStatus>();
      for (CallState state : runs.calls(run)) {
        found.put(state.callId(), state.status());
      }
      return found;
    }

    /** The open suspension of a call. */
    Optional<SuspensionRecord> open(RunId run, String call) {
      if (open == null) {
        open = suspensions.open(thread);
      }
      return open.stream()
          .filter(each -> each.key().runId().equals(run) && each.callId().equals(call))
          .filter(each -> each.status() == SuspensionStatus.OPEN)
          .findFirst();
    }

    /** The denied suspension of a call. */
    Optional<SuspensionRecord> denied(RunId run, String call) {
      return asked.computeIfAbsent(run, suspensions::ofRun).stream()
          .filter(each -> each.callId().equals(call) && each.decision() != null)
          .filter(each -> each.decision().action() == DecisionAction.CANCEL)
          .findFirst();
    }
  }
}

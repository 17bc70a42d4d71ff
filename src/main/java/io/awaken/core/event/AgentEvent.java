package io.awaken.core.event;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.Cost;
import java.util.List;

/**
 * An event of a run, tagged {@code event_type} on the wire (features rows 169-171). Switches over
 * it have no default, so that a new event must be handled everywhere. Fields that readers rely on
 * are never null, even in an event that a plugin created.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event_type")
@JsonSubTypes({
  @Type(AgentEvent.RunStart.class), @Type(AgentEvent.RunFinish.class),
  @Type(AgentEvent.StepStart.class), @Type(AgentEvent.StepEnd.class),
  @Type(AgentEvent.TextDelta.class), @Type(AgentEvent.ReasoningDelta.class),
  @Type(AgentEvent.ReasoningEncryptedValue.class), @Type(AgentEvent.ToolCallStart.class),
  @Type(AgentEvent.ToolCallDelta.class), @Type(AgentEvent.ToolCallCancel.class),
  @Type(AgentEvent.StreamReset.class), @Type(AgentEvent.ToolCallReady.class),
  @Type(AgentEvent.ToolCallDone.class), @Type(AgentEvent.ToolCallStreamDelta.class),
  @Type(AgentEvent.ToolCallResumed.class), @Type(AgentEvent.MessagesSnapshot.class),
  @Type(AgentEvent.ActivitySnapshot.class), @Type(AgentEvent.ActivityDelta.class),
  @Type(AgentEvent.InferenceComplete.class), @Type(AgentEvent.StateSnapshot.class),
  @Type(AgentEvent.StateDelta.class), @Type(AgentEvent.ToolFilterConflict.class),
  @Type(AgentEvent.Custom.class), @Type(AgentEvent.Error.class)
})
public sealed interface AgentEvent {

  /**
   * Whether the event may be published before its commit. True for deltas and progress, and for
   * events whose ids follow from the run alone, so that a repeated attempt publishes identical
   * ones; false for events that trigger actions elsewhere.
   */
  default boolean live() {
    return this instanceof Live;
  }

  /**
   * The run begins; first event of every run.
   *
   * @param parentThreadId the thread that this one was made from, or null
   * @param parentRunId the run that delegated, or null
   * @param origin the kind of client that requested it; null in events of earlier versions
   * @param sender the subject that requested it; null also for an anonymous caller
   * @param supersedes the first message that the run removed from the conversation; null for none
   */
  @JsonTypeName("run_start")
  record RunStart(
      String threadId,
      String runId,
      String parentThreadId,
      String parentRunId,
      RunOrigin origin,
      String sender,
      String supersedes)
      implements Live {
    public RunStart {
      requireNonNull(threadId, "threadId");
      requireNonNull(runId, "runId");
    }

    /** A run without an origin. */
    public RunStart(String threadId, String runId, String parentRunId) {
      this(threadId, runId, null, parentRunId, null, null, null);
    }
  }

  /** The run has ended; last event of every run. */
  @JsonTypeName("run_finish")
  record RunFinish(String threadId, String runId, RunResult result, TerminationReason termination)
      implements AgentEvent {
    public RunFinish {
      requireNonNull(threadId, "threadId");
      requireNonNull(runId, "runId");
      requireNonNull(termination, "termination");
    }
  }

  /**
   * The result of a run.
   *
   * @param response the text of its last answer
   * @param cost of its model calls whose models have prices; null where none has
   */
  record RunResult(String response, @JsonInclude(JsonInclude.Include.NON_NULL) Cost cost) {

    /** The result of a run whose models have no prices. */
    public RunResult(String response) {
      this(response, null);
    }
  }

  /** A step starts; run and step determine the message id. */
  @JsonTypeName("step_start")
  record StepStart(String messageId) implements Live {
    public StepStart {
      requireNonNull(messageId, "messageId");
    }
  }

  /** A step has ended. */
  @JsonTypeName("step_end")
  record StepEnd() implements AgentEvent {}

  /**
   * More text of an answer.
   *
   * @param messageId the message that the text will be stored as; null in events of earlier
   *     versions
   */
  @JsonTypeName("text_delta")
  record TextDelta(String messageId, String delta) implements Delta {
    public TextDelta {
      requireNonNull(delta, "delta");
    }

    /** Text of a message that is not named. */
    public TextDelta(String delta) {
      this(null, delta);
    }

    @Override
    public String key() {
      return messageId == null ? "text" : "text:" + messageId;
    }

    @Override
    public Delta withDelta(String text) {
      return new TextDelta(messageId, text);
    }
  }

  /** A piece of the model's reasoning. */
  @JsonTypeName("reasoning_delta")
  record ReasoningDelta(String delta) implements Delta {
    public ReasoningDelta {
      requireNonNull(delta, "delta");
    }

    @Override
    public String key() {
      return "reasoning";
    }

    @Override
    public Delta withDelta(String text) {
      return new ReasoningDelta(text);
    }
  }

  /** Reasoning that its provider encrypted for the next call; no other provider can read it. */
  @JsonTypeName("reasoning_encrypted_value")
  record ReasoningEncryptedValue(String encryptedValue) implements Live {
    public ReasoningEncryptedValue {
      requireNonNull(encryptedValue, "encryptedValue");
    }
  }

  /** The model begins to ask for a tool. */
  @JsonTypeName("tool_call_start")
  record ToolCallStart(String id, String name) implements Live {
    public ToolCallStart {
      requireNonNull(id, "id");
      requireNonNull(name, "name");
    }
  }

  /** More of a call's argument text. */
  @JsonTypeName("tool_call_delta")
  record ToolCallDelta(String id, String argsDelta) implements Delta {
    public ToolCallDelta {
      requireNonNull(id, "id");
      requireNonNull(argsDelta, "argsDelta");
    }

    @Override
    public String delta() {
      return argsDelta;
    }

    @Override
    public String key() {
      return "call:" + id;
    }

    @Override
    public Delta withDelta(String text) {
      return new ToolCallDelta(id, text);
    }
  }

  /** A tool call that the model began is discarded: its deltas are void (features row 1001). */
  @JsonTypeName("tool_call_cancel")
  record ToolCallCancel(String id) implements Live {
    public ToolCallCancel {
      requireNonNull(id, "id");
    }
  }

  /**
   * The model is called again for the message: everything since the last {@code step_start} or
   * {@code inference_complete} is void, except for text that is not blank (features row 1002).
   */
  @JsonTypeName("stream_reset")
  record StreamReset(String messageId) implements Live {
    public StreamReset {
      requireNonNull(messageId, "messageId");
    }
  }

  /** A call is complete and will be executed. */
  @JsonTypeName("tool_call_ready")
  record ToolCallReady(String id, String name, JsonNode arguments) implements AgentEvent {
    public ToolCallReady {
      requireNonNull(id, "id");
      requireNonNull(name, "name");
      requireNonNull(arguments, "arguments");
    }
  }

  /**
   * A call has its result, stored as the named message. A suspended call is announced by this event
   * too, with outcome {@code suspended} and a pending result that contains the ticket; the message
   * follows with its result.
   */
  @JsonTypeName("tool_call_done")
  record ToolCallDone(String id, String messageId, ToolResult result, ToolCallOutcome outcome)
      implements AgentEvent {
    public ToolCallDone {
      requireNonNull(id, "id");
      requireNonNull(messageId, "messageId");
      requireNonNull(result, "result");
      requireNonNull(outcome, "outcome");
    }
  }

  /**
   * A piece of the output that a running tool streams; its result follows.
   *
   * @param name the tool
   */
  @JsonTypeName("tool_call_stream_delta")
  record ToolCallStreamDelta(String id, String name, String delta) implements Delta {
    public ToolCallStreamDelta {
      requireNonNull(id, "id");
      requireNonNull(name, "name");
      requireNonNull(delta, "delta");
    }

    @Override
    public String key() {
      return "stream:" + id;
    }

    @Override
    public Delta withDelta(String text) {
      return new ToolCallStreamDelta(id, name, text);
    }
  }

  /**
   * A suspended call continues.
   *
   * @param targetId the call
   * @param result the decision's payload, or null
   */
  @JsonTypeName("tool_call_resumed")
  record ToolCallResumed(String targetId, JsonNode result) implements AgentEvent {
    public ToolCallResumed {
      requireNonNull(targetId, "targetId");
    }
  }

  /**
   * The complete conversation; replaces the reader's copy.
   *
   * @param messages oldest first, without those that only the model sees
   * @param partial whether there are older ones
   */
  @JsonTypeName("messages_snapshot")
  record MessagesSnapshot(List<Message> messages, boolean partial) implements Live {
    public MessagesSnapshot {
      messages = List.copyOf(messages);
    }
  }

  /**
   * The current state of an activity (features rows 178-180).
   *
   * @param messageId the message or call it belongs to
   * @param replace whether it replaces the previous one of its type
   */
  @JsonTypeName("activity_snapshot")
  record ActivitySnapshot(String messageId, String activityType, JsonNode content, boolean replace)
      implements Live {
    public ActivitySnapshot {
      requireNonNull(messageId, "messageId");
      requireNonNull(activityType, "activityType");
      requireNonNull(content, "content");
    }
  }

  /** How it changed: a JSON patch against the last snapshot. */
  @JsonTypeName("activity_delta")
  record ActivityDelta(String messageId, String activityType, JsonNode patch) implements Live {
    public ActivityDelta {
      requireNonNull(messageId, "messageId");
      requireNonNull(activityType, "activityType");
      requireNonNull(patch, "patch");
    }
  }

  /** The model has finished its turn. */
  @JsonTypeName("inference_complete")
  record InferenceComplete(String model, TokenUsage usage, long durationMs) implements AgentEvent {
    public InferenceComplete {
      requireNonNull(model, "model");
    }
  }

  /** The client-visible state after a commit, by key; replaces the reader's copy. */
  @JsonTypeName("state_snapshot")
  record StateSnapshot(JsonNode snapshot) implements Live {
    public StateSnapshot {
      requireNonNull(snapshot, "snapshot");
    }
  }

  /**
   * The change of client-visible state by a commit.
   *
   * @param delta a JSON patch (RFC 6902) against the last snapshot and its later changes; against
   *     an empty object without one
   */
  @JsonTypeName("state_delta")
  record StateDelta(JsonNode delta) implements AgentEvent {
    public StateDelta {
      requireNonNull(delta, "delta");
    }
  }

  /** The filters of plugins left the model no tool; no winner when all of them were dropped. */
  @JsonTypeName("tool_filter_conflict")
  record ToolFilterConflict(List<String> filters, String winner) implements AgentEvent {
    public ToolFilterConflict {
      filters = List.copyOf(filters);
    }
  }

  /** An event that a plugin or tool defines. */
  @JsonTypeName("custom")
  record Custom(String name, JsonNode value) implements Live {
    public Custom {
      requireNonNull(name, "name");
      requireNonNull(value, "value");
    }
  }

  /**
   * A failure that readers should see; the text is fit for clients.
   *
   * @param message empty when the source gave none
   * @param code null where there is none
   */
  @JsonTypeName("error")
  record Error(String message, String code) implements AgentEvent {
    public Error {
      message = message == null ? "" : message;
    }
  }

  /** An event that may be published before its commit. */
  sealed interface Live extends AgentEvent {}

  /** A piece of a longer text; adjacent ones with equal keys are joined in storage. */
  sealed interface Delta extends Live {
    /** The piece. */
    String delta();

    /** Which text the piece belongs to. */
    @com.fasterxml.jackson.annotation.JsonIgnore
    String key();

    /** A copy with another piece. */
    Delta withDelta(String text);
  }
}

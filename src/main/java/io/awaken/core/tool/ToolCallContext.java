package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.profile.ProfileAccess;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.GivenDecision;
import io.awaken.core.suspension.SuspendTicket;
import java.util.Objects;
import java.util.Optional;

/**
 * What a tool can read about its call (features row 116).
 *
 * @param callId the call
 * @param toolName the tool as the model named it
 * @param run the run it belongs to
 * @param agent the agent that called
 * @param idempotencyKey identical for every attempt of this call and unique to it
 * @param cancellation asks the tool to stop
 * @param state the run's state at the start of the call; immutable
 * @param profile shared values of the caller's tenant; empty if the runtime stores none
 * @param decision the decision on the question that the tool itself asked; empty when it asked
 *     none, even if a gate asked about the call
 * @param question the tool's own question that the decision is about, with its memo; empty when it
 *     asked none
 * @param activity receives reports of progress
 * @param model calls the model of the calling agent
 * @param tasks the background tasks of the run's thread
 */
public record ToolCallContext(
    String callId,
    String toolName,
    RunIdentity run,
    AgentSpec agent,
    String idempotencyKey,
    CancellationToken cancellation,
    Snapshot state,
    Optional<ProfileAccess> profile,
    Optional<Decision> decision,
    Optional<SuspendTicket> question,
    ActivitySink activity,
    RunModel model,
    Tasks tasks) {

  /** A call of a run without state, shared values, answers of a model and background tasks. */
  public ToolCallContext(
      String callId,
      String toolName,
      RunIdentity run,
      AgentSpec agent,
      String idempotencyKey,
      CancellationToken cancellation) {
    this(
        callId,
        toolName,
        run,
        agent,
        idempotencyKey,
        cancellation,
        Snapshot.EMPTY,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        ActivitySink.NONE,
        RunModel.NONE,
        Tasks.NONE);
  }

  /** A copy with this state. */
  public ToolCallContext with(Snapshot other) {
    return copy(other, profile, decision, question, activity, model);
  }

  /** A copy with these shared values. */
  public ToolCallContext with(ProfileAccess shared) {
    return copy(state, Optional.of(shared), decision, question, activity, model);
  }

  /** A copy with this decision. */
  public ToolCallContext with(Decision decided) {
    return copy(state, profile, Optional.of(decided), question, activity, model);
  }

  /** A copy with the decision on the tool's own question. */
  public ToolCallContext with(GivenDecision given) {
    return copy(
        state,
        profile,
        Optional.of(given.decision()),
        Optional.of(given.ticket()),
        activity,
        model);
  }

  /** A copy that reports progress to another sink. */
  public ToolCallContext with(ActivitySink sink) {
    return copy(state, profile, decision, question, sink, model);
  }

  /** A copy with another model. */
  public ToolCallContext with(RunModel other) {
    return copy(state, profile, decision, question, activity, other);
  }

  private ToolCallContext copy(
      Snapshot snapshot,
      Optional<ProfileAccess> shared,
      Optional<Decision> decided,
      Optional<SuspendTicket> asked,
      ActivitySink sink,
      RunModel answers) {
    return new ToolCallContext(
        callId,
        toolName,
        run,
        agent,
        idempotencyKey,
        cancellation,
        snapshot,
        shared,
        decided,
        asked,
        sink,
        answers,
        tasks);
  }

  /** The caller on whose behalf the tool acts. */
  public Caller caller() {
    return run.caller();
  }

  /**
   * Reports the progress of the call to readers of the run (features row 178). Replaces the
   * previous report; of several reports in quick succession readers may see only the last. May be
   * called from any thread, never blocks, and does nothing once the call is over.
   *
   * @param message for people; null for none
   * @param fraction how much is done, from 0 to 1; null when unknown
   * @throws IllegalArgumentException when the fraction is out of range, or all of it has more than
   *     {@link ToolActivity#MAX_CONTENT} bytes as JSON
   */
  public void reportProgress(ProgressStatus status, String message, Double fraction) {
    reportProgress(new ToolProgress(status, message, fraction, null, null, null, null));
  }

  /**
   * Reports progress with all its fields.
   *
   * @throws IllegalArgumentException when all of it has more than {@link ToolActivity#MAX_CONTENT}
   *     bytes as JSON
   */
  public void reportProgress(ToolProgress progress) {
    reportActivity(ToolActivity.PROGRESS, progress.content(callId, toolName));
  }

  /**
   * Publishes an activity of the tool to readers of the run; replaces the previous content of this
   * type (features row 180). Otherwise like {@link #reportProgress}.
   *
   * @param activityType 1 to {@link ToolActivity#MAX_TYPE} characters
   * @throws IllegalArgumentException when type or content is missing or too large
   */
  public void reportActivity(String activityType, JsonNode content) {
    ToolActivity.size(content);
    activity.snapshot(ToolActivity.type(activityType), content);
  }

  /**
   * Publishes a change of the last content of this type to readers of the run (features row 180).
   *
   * @param patch a JSON patch; a single operation may stand without the array
   * @throws IllegalArgumentException when it is no patch, or type or patch is too large
   */
  public void reportActivityDelta(String activityType, JsonNode patch) {
    JsonNode operations = ToolActivity.patch(patch);
    ToolActivity.size(operations);
    activity.delta(ToolActivity.type(activityType), operations);
  }

  /**
   * Streams text to readers of the run, before the call has its result: {@code
   * tool_call_stream_delta}. The model does not read it. May be called from any thread, never
   * blocks, and does nothing once the call is over.
   *
   * @throws IllegalStateException when the call has streamed {@link ToolActivity#MAX_STREAM} bytes
   */
  public void stream(String text) {
    activity.text(Objects.requireNonNull(text, "the text that a call streams must not be null"));
  }

  /**
   * Publishes a log message to readers of the run, such as an MCP client that subscribed to this
   * level, as {@code tool-call-log} with {@code level}, {@code message}, {@code tool} and {@code
   * call_id}. It is not written to the server's log. Otherwise like {@link #emit}.
   */
  public void log(LogLevel level, String message) {
    emit(
        ToolActivity.LOG,
        JsonNodeFactory.instance
            .objectNode()
            .put("level", level.wire())
            .put("message", message)
            .put("tool", toolName)
            .put("call_id", callId));
  }

  /**
   * Publishes an event of the tool's own to readers of the run; otherwise like {@link #stream}.
   *
   * @param name 1 to {@link ToolActivity#MAX_TYPE} characters
   * @param value at most {@link ToolActivity#MAX_CONTENT} bytes as JSON
   * @throws IllegalArgumentException when name or value is missing or too large
   * @throws IllegalStateException when the call has emitted too many events
   */
  public void emit(String name, JsonNode value) {
    ToolActivity.size(value);
    activity.custom(ToolActivity.name(name), value);
  }
}

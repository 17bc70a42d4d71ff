package io.awaken.core.tool;

import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.ProfileAccess;
import io.awaken.core.state.Snapshot;
import io.awaken.core.suspension.Decision;
import java.util.Optional;

/**
 * What a tool may know about its call (features row 116).
 *
 * @param callId the call
 * @param toolName the tool as the model named it
 * @param run the run it belongs to
 * @param agent the agent that called
 * @param idempotencyKey the same for every attempt of this call and for no other call
 * @param cancellation asks the tool to give up
 * @param state the run's state when the call began; it never changes
 * @param profile shared values of the caller's tenant; empty when the runtime keeps none
 * @param decision what was decided about the call, when it goes on after it was suspended
 * @param activity takes reports of progress
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
    ActivitySink activity) {

  /** A call of a run without state and shared values. */
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
        ActivitySink.NONE);
  }

  /** The same call with state. */
  public ToolCallContext with(Snapshot other) {
    return new ToolCallContext(
        callId,
        toolName,
        run,
        agent,
        idempotencyKey,
        cancellation,
        other,
        profile,
        decision,
        activity);
  }

  /** The same call with shared values. */
  public ToolCallContext with(ProfileAccess shared) {
    return new ToolCallContext(
        callId,
        toolName,
        run,
        agent,
        idempotencyKey,
        cancellation,
        state,
        Optional.of(shared),
        decision,
        activity);
  }

  /** The same call after a decision. */
  public ToolCallContext with(Decision decided) {
    return new ToolCallContext(
        callId,
        toolName,
        run,
        agent,
        idempotencyKey,
        cancellation,
        state,
        profile,
        Optional.of(decided),
        activity);
  }

  /** The same call whose progress goes elsewhere. */
  public ToolCallContext with(ActivitySink sink) {
    return new ToolCallContext(
        callId, toolName, run, agent, idempotencyKey, cancellation, state, profile, decision, sink);
  }

  /** On whose behalf the tool acts. */
  public Caller caller() {
    return run.caller();
  }
}

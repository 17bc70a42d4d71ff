package io.awaken.core.tool;

import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.spec.AgentSpec;

/**
 * What a tool may know about its call (features row 116).
 *
 * @param callId the call
 * @param toolName the tool as the model named it
 * @param run the run it belongs to
 * @param agent the agent that called
 * @param idempotencyKey the same for every attempt of this call and for no other call
 * @param cancellation asks the tool to give up
 */
public record ToolCallContext(
    String callId,
    String toolName,
    RunIdentity run,
    AgentSpec agent,
    String idempotencyKey,
    CancellationToken cancellation) {

  /** On whose behalf the tool acts. */
  public Caller caller() {
    return run.caller();
  }
}

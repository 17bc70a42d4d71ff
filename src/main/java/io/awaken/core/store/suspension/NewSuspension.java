package io.awaken.core.store.suspension;

import io.awaken.core.run.RunIdentity;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;

/**
 * A suspension that a commit opens.
 *
 * @param run the run of the suspended call
 * @param callId the call
 * @param ordinal number of the call's suspensions, from 1
 * @param kind why it waits
 * @param askedBy the plugin whose gate suspended it; null when none did
 * @param ticket the question, with its call and an id that is unique in the run
 * @param argumentsHash the arguments that a decision applies to
 * @param batch whether decisions take effect only when every suspension of the run has one
 */
public record NewSuspension(
    RunIdentity run,
    String callId,
    int ordinal,
    SuspensionKind kind,
    String askedBy,
    SuspendTicket ticket,
    String argumentsHash,
    boolean batch) {

  public SuspensionKey key() {
    return new SuspensionKey(run.threadId(), run.runId(), callId, ordinal);
  }
}

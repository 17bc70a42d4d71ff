package io.awaken.core.store.suspension;

import io.awaken.core.run.RunIdentity;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;

/**
 * A question that a commit asks.
 *
 * @param run whose call waits
 * @param callId the call
 * @param ordinal how often the call has been suspended now, counted from 1
 * @param kind why it waits
 * @param askedBy the plugin whose gate asks; null when none does
 * @param ticket the question, with its call and an id that is unique in the run
 * @param argumentsHash what a decision holds for
 * @param batch whether decisions count only when every question of the run has one
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

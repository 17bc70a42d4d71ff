package io.awaken.core.commit;

import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.suspension.SuspensionStatus;

/**
 * A question as stored.
 *
 * @param key names it
 * @param tenant whose it is
 * @param requester the subject on whose behalf the run acts
 * @param agentId the agent that called
 * @param kind why the call waits
 * @param askedBy the plugin whose gate asked; null when none did
 * @param status where it is
 * @param ticket what is asked
 * @param argumentsHash what a decision holds for
 * @param batch whether decisions count only when every question of the run has one
 * @param createdAt epoch milliseconds, as all times here
 * @param expiresAt when it is decided by itself, or null
 * @param decision null until decided
 * @param decidedBy the subject that decided, {@code expiry} for time; null until decided
 */
public record SuspensionRecord(
    SuspensionKey key,
    String tenant,
    String requester,
    String agentId,
    SuspensionKind kind,
    String askedBy,
    SuspensionStatus status,
    SuspendTicket ticket,
    String argumentsHash,
    boolean batch,
    long createdAt,
    Long expiresAt,
    Decision decision,
    String decidedBy) {

  public String callId() {
    return key.callId();
  }
}

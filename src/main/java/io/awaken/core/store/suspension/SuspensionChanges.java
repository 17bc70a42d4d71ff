package io.awaken.core.store.suspension;

import io.awaken.core.run.RunIdentity;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;
import java.util.List;

/**
 * The changes of a commit to its run's suspensions.
 *
 * @param opened suspensions that it opens
 * @param consumed decided suspensions that it acts on
 * @param cancelled suspensions that no longer need a decision
 */
public record SuspensionChanges(
    List<NewSuspension> opened, List<SuspensionKey> consumed, List<SuspensionKey> cancelled) {

  public static final SuspensionChanges NONE =
      new SuspensionChanges(List.of(), List.of(), List.of());

  public SuspensionChanges {
    opened = List.copyOf(opened);
    consumed = List.copyOf(consumed);
    cancelled = List.copyOf(cancelled);
  }

  public boolean isEmpty() {
    return opened.isEmpty() && consumed.isEmpty() && cancelled.isEmpty();
  }

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

    /** A copy with another ticket. */
    public NewSuspension with(SuspendTicket other) {
      return new NewSuspension(run, callId, ordinal, kind, askedBy, other, argumentsHash, batch);
    }

    public SuspensionKey key() {
      return new SuspensionKey(run.threadId(), run.runId(), callId, ordinal);
    }
  }
}

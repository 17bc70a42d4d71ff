package io.awaken.core.mailbox;

import io.awaken.core.run.Claim;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Gives runs back that broke off, at once instead of when their leases run out, and says what
 * happens next.
 */
final class FailedRuns {

  private static final Logger LOG = System.getLogger(FailedRuns.class.getName());

  private final MailboxStore store;
  private final WakeUp wakeUp;

  FailedRuns(MailboxStore store, WakeUp wakeUp) {
    this.store = store;
    this.wakeUp = wakeUp;
  }

  void giveBack(Claim claim, Throwable failure) {
    RunId run = claim.runId();
    try {
      switch (store.nack(claim.fence(), FailureNote.of(failure), false)) {
        case NackResult.Retried retried -> {
          wakeUp.signalIn(retried.in());
          String next = "run " + run + " broke off; its next attempt is in " + retried.in();
          LOG.log(Level.ERROR, next, failure);
        }
        case NackResult.Dead dead -> {
          JobId job = claim.fence().jobId();
          String end = "; its attempts are used up, job " + job + " is in the dead letter";
          LOG.log(Level.ERROR, "run " + run + " broke off" + end, failure);
        }
        case NackResult.Lost lost ->
            LOG.log(Level.INFO, "run " + run + " broke off; its new owner continues", failure);
      }
    } catch (RuntimeException | Error e) {
      failure.addSuppressed(e);
      LOG.log(
          Level.ERROR,
          "run "
              + run
              + " broke off and was not given back; it continues when its lease has run"
              + " out",
          failure);
    }
  }
}

package io.awaken.core.store.job;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.submission.Unavailable;
import java.util.Optional;

/**
 * Accepts and interrupts runs (features rows 188, 189, 192). Each method is one transaction.
 * Thread-safe.
 */
public interface SubmitStore {

  /**
   * Accepts a run or refuses it; a refused run writes nothing.
   *
   * @throws Unavailable when other transactions change the thread again and again
   */
  SubmitResult submit(Submission submission);

  /**
   * Returns the earlier result of the submission's idempotency key; empty without a key or with a
   * new one.
   */
  Optional<SubmitResult> before(Submission submission);

  /**
   * Interrupts a thread: raises its generation, cancels queued and waiting runs and asks the
   * executing one to stop. That run may still commit its own ending; see {@link
   * LeaseStore#forceEndOverdue}.
   *
   * @return empty when the caller has no such thread
   */
  Optional<Interrupted> interrupt(ThreadId threadId, Caller by);

  /**
   * Returns this port for a node that pins its runs: the transaction that starts a run also stores
   * the hash of the resolved document, which was stored before.
   */
  SubmitStore pinning(Pins pins);
}

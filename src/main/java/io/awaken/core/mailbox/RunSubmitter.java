package io.awaken.core.mailbox;

import io.awaken.core.commit.Submission;
import io.awaken.core.commit.SubmitMode;
import io.awaken.core.mailbox.MailboxStore.SubmitResult;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.util.function.Consumer;

/**
 * Accepts runs: what it returns for is committed (guardrail G1). A run on a free thread begins at
 * once on this node. Thread-safe.
 */
public final class RunSubmitter {

  private final MailboxStore store;
  private final Mailbox mailbox;
  private final Consumer<RunRequest> check;
  private final Ids ids;

  /**
   * @param check throws when the request's agent or its tools cannot be run
   */
  public RunSubmitter(MailboxStore store, Mailbox mailbox, Consumer<RunRequest> check, Ids ids) {
    this.store = store;
    this.mailbox = mailbox;
    this.check = check;
    this.ids = ids;
  }

  /**
   * Accepts a run and begins it, unless its mode says otherwise and another run keeps the thread.
   *
   * @throws ThreadBusy when another run holds the thread
   * @throws InboxFull when too many messages wait for the run that this one was to be said to
   * @throws ThreadNotFound when the thread is another tenant's
   * @throws Unavailable when the node drains, or is full and the mode lets nothing wait
   */
  public Accepted submit(RunRequest request) {
    refuseWhenDraining();
    if (mailbox.room() > 0) {
      return submit(request, new ClaimToken(ids.next()));
    }
    if (mayWait(request.mode())) {
      return submit(request, null);
    }
    throw new Unavailable("the node executes as many runs as it may");
  }

  /** What is said to a run that has begun needs no room; where none has, it waits like others. */
  private static boolean mayWait(SubmitMode mode) {
    return mode == SubmitMode.QUEUE || mode == SubmitMode.STEER;
  }

  /** Accepts a run that any node begins in its turn; the thread may be held by another. */
  public Accepted enqueue(RunRequest request) {
    refuseWhenDraining();
    return submit(request.as(SubmitMode.QUEUE), null);
  }

  private void refuseWhenDraining() {
    if (mailbox.draining()) {
      throw new Unavailable("the node is shutting down");
    }
  }

  private Accepted submit(RunRequest request, ClaimToken claim) {
    check.accept(request);
    Submission submission = request.submission(ids, claim);
    switch (store.submit(submission)) {
      case SubmitResult.Claimed claimed -> mailbox.begin(claimed.claim());
      case SubmitResult.Queued queued -> mailbox.queued(submission.threadId());
      case SubmitResult.Steered steered -> {
        mailbox.stored(steered.openRun());
        return new Accepted(steered.openRun(), submission.threadId(), true);
      }
      case SubmitResult.Busy busy -> throw new ThreadBusy(busy.openRun());
      case SubmitResult.Full full -> throw new InboxFull(full.openRun());
      case SubmitResult.Foreign foreign -> throw new ThreadNotFound(submission.threadId());
    }
    return new Accepted(submission.runId(), submission.threadId(), false);
  }

  /**
   * What was accepted.
   *
   * @param runId the new run; the one that had begun when the messages went to that
   * @param threadId its thread
   * @param steered whether the messages went to a run that had begun
   */
  public record Accepted(RunId runId, ThreadId threadId, boolean steered) {}
}

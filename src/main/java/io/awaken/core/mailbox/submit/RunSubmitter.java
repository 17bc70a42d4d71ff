package io.awaken.core.mailbox.submit;

import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.message.LargeMedia;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Ids;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.submission.RequestRefused;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.submission.Unavailable;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Accepts runs: what it returns for is committed (guardrail G1). A run on a free thread begins at
 * once on this node. Thread-safe.
 */
public final class RunSubmitter {

  private final MailboxStore store;
  private final Mailbox mailbox;
  private final RunInterrupter interrupter;
  private final Consumer<RunRequest> check;
  private final Ids ids;
  private final int inlineMedia;

  /**
   * @param check throws when the request's agent or its tools cannot be run
   */
  public RunSubmitter(
      MailboxStore store,
      Mailbox mailbox,
      RunInterrupter interrupter,
      Consumer<RunRequest> check,
      Ids ids) {
    this(store, mailbox, interrupter, check, ids, LargeMedia.INLINE);
  }

  /**
   * @param check throws when the request's agent or its tools cannot be run
   * @param inlineMedia bytes that media may have to stay in its message; larger media is stored
   *     beside it
   */
  public RunSubmitter(
      MailboxStore store,
      Mailbox mailbox,
      RunInterrupter interrupter,
      Consumer<RunRequest> check,
      Ids ids,
      int inlineMedia) {
    this.store = store;
    this.mailbox = mailbox;
    this.interrupter = interrupter;
    this.check = check;
    this.ids = ids;
    this.inlineMedia = inlineMedia;
  }

  /**
   * Accepts a run and begins it, unless its mode says otherwise and another run keeps the thread.
   *
   * @throws RequestRefused when the thread does not take it
   * @throws Unavailable when the node drains, or is full and the mode lets nothing wait; what came
   *     before under the same key needs no room
   */
  public Accepted submit(RunRequest request) {
    refuseWhenDraining();
    if (mailbox.takes(request.caller().tenant())) {
      return submit(request, new ClaimToken(ids.next()), check);
    }
    return submit(request, null, mayWait(request.mode()) ? check : RunSubmitter::refuseToWait);
  }

  private static void refuseToWait(RunRequest request) {
    throw new Unavailable("the node begins no more runs for now");
  }

  /** What is said to a run that has begun needs no room; where none has, it waits like others. */
  private static boolean mayWait(SubmitMode mode) {
    return switch (mode) {
      case QUEUE, STEER, RESUME_OPEN_RUN -> true;
      case INTERRUPT, REJECT -> false;
    };
  }

  /**
   * Accepts a run for which nobody waits: where it cannot begin at once, on a full node or before
   * its time, it waits in the queue. Refuses otherwise as {@link #submit} does.
   */
  public Accepted background(RunRequest request) {
    refuseWhenDraining();
    boolean now = request.delivery().delay().isZero() && mailbox.takes(request.caller().tenant());
    return submit(request, now ? new ClaimToken(ids.next()) : null, check);
  }

  /**
   * What came of a request under the same key before, if it said the same and its run is still
   * there.
   *
   * @param request with a key
   */
  public Optional<Accepted> before(RunRequest request) {
    return store
        .before(request.submission(ids, null))
        .filter(SubmitResult.Repeated.class::isInstance)
        .map(SubmitResult.Repeated.class::cast)
        .map(RunSubmitter::repeated);
  }

  private static Accepted repeated(SubmitResult.Repeated before) {
    return new Accepted(before.runId(), before.threadId(), before.jobId(), Accepted.How.REPEATED);
  }

  /**
   * Accepts a new run with the input of one that was given up.
   *
   * @param operator whether he who wishes it is an operator of the server
   * @param key names the wish: repeated, it leads to the same run. Null for a wish that is not
   *     repeated
   * @throws RequestRefused when there is nothing to be tried again
   * @throws Unavailable when the node drains
   */
  public Accepted redrive(ThreadId threadId, JobId dead, Caller by, boolean operator, String key) {
    refuseWhenDraining();
    String id = key == null ? ids.next() : key;
    var wish = new Redrive(threadId, dead, new RunId(id), new JobId(id), by, operator);
    if (store.redrive(wish) instanceof SubmitResult.Refused refused) {
      throw refused.exception();
    }
    mailbox.queued(threadId);
    return new Accepted(wish.runId(), threadId, wish.jobId(), Accepted.How.QUEUED);
  }

  private void refuseWhenDraining() {
    if (mailbox.draining()) {
      throw new Unavailable("the node is shutting down");
    }
  }

  private Accepted submit(RunRequest request, ClaimToken claim, Consumer<RunRequest> checks) {
    Submission submission = request.submission(ids, claim).separated(inlineMedia);
    long asked = mailbox.now();
    switch (result(request, submission, checks)) {
      case SubmitResult.Claimed claimed -> {
        if (claimed.more()) {
          mailbox.waitsBehind(submission.threadId());
        }
        mailbox.begin(claimed.claim(), asked);
        return accepted(submission, Accepted.How.BEGUN);
      }
      case SubmitResult.Queued queued -> {
        mailbox.queued(submission.threadId(), submission.delivery().delay());
        if (queued.stopping() != null) {
          interrupter.stop(submission.threadId(), queued.stopping());
        }
        return accepted(submission, Accepted.How.QUEUED);
      }
      case SubmitResult.Steered steered -> {
        mailbox.stored(submission.threadId(), steered.openRun());
        return new Accepted(steered.openRun(), submission.threadId(), null, Accepted.How.STEERED);
      }
      case SubmitResult.Repeated repeated -> {
        return repeated(repeated);
      }
      case SubmitResult.Refused refused -> throw refused.exception();
    }
  }

  /**
   * What was accepted before under the same key stays so, whatever its agent has become, and
   * however full the node is.
   */
  private SubmitResult result(
      RunRequest request, Submission submission, Consumer<RunRequest> checks) {
    try {
      checks.accept(request);
    } catch (RuntimeException refused) {
      return store.before(submission).orElseThrow(() -> refused);
    }
    return store.submit(submission);
  }

  private static Accepted accepted(Submission submission, Accepted.How how) {
    return new Accepted(submission.runId(), submission.threadId(), submission.jobId(), how);
  }

  /**
   * What was accepted.
   *
   * @param runId the new run; the one that had begun when the messages went to that
   * @param threadId its thread
   * @param jobId the job that was made for it; null when the messages went to a run that had begun
   * @param how what the run is to the request
   */
  public record Accepted(RunId runId, ThreadId threadId, JobId jobId, How how) {

    /** What a run is to the request that led to it. */
    public enum How {
      /** It was made for it, and begins. */
      BEGUN,
      /** It was made for it, and waits in the queue. */
      QUEUED,
      /** It had begun, and got the messages. */
      STEERED,
      /** It is what came of the same request before. */
      REPEATED
    }
  }
}

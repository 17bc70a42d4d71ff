package io.awaken.core.mailbox.submit;

import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Ids;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
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
import java.util.function.Function;

/**
 * Accepts runs; a returned result is committed (guardrail G1). A run on a free thread starts at
 * once on this node. Thread-safe.
 */
public final class RunSubmitter {

  private final MailboxStore store;
  private final RunStarter starter;
  private final Mailbox mailbox;
  private final RunInterrupter interrupter;
  private final Consumer<RunRequest> check;
  private final Ids ids;
  private final int inlineMedia;
  private final Function<RunRequest, Sharing> sharing;

  /**
   * @param check throws when the request's agent or tools are unusable
   * @param inlineMedia largest media in bytes that remains in its message; larger media is stored
   *     separately
   * @param sharing of the thread that a request begins
   */
  public RunSubmitter(
      MailboxStore store,
      RunStarter starter,
      RunInterrupter interrupter,
      Consumer<RunRequest> check,
      Ids ids,
      int inlineMedia,
      Function<RunRequest, Sharing> sharing) {
    this.store = store;
    this.starter = starter;
    this.mailbox = starter.mailbox();
    this.interrupter = interrupter;
    this.check = check;
    this.ids = ids;
    this.inlineMedia = inlineMedia;
    this.sharing = sharing;
  }

  /**
   * Accepts a run and starts it, unless another run occupies the thread and the mode makes it wait.
   *
   * @throws RequestRefused when the thread refuses it
   * @throws Unavailable when the node drains, or is full and the mode forbids waiting; a repeated
   *     request needs no room
   */
  public Accepted submit(RunRequest request) {
    refuseWhenDraining();
    if (mailbox.takes(request.caller().tenant())) {
      return submit(request, new ClaimToken(ids.next()), check);
    }
    return submit(request, null, mayWait(request.mode()) ? check : RunSubmitter::refuseToWait);
  }

  private static void refuseToWait(RunRequest request) {
    throw new Unavailable("the node starts no more runs for now");
  }

  /** A message for a running run needs no room; without a running run it waits in the queue. */
  private static boolean mayWait(SubmitMode mode) {
    return switch (mode) {
      case QUEUE, STEER, RESUME_OPEN_RUN -> true;
      case INTERRUPT, REJECT -> false;
    };
  }

  /**
   * Accepts a run without a waiting client. It waits in the queue if it cannot start at once,
   * because the node is full or the run is delayed. Refuses as {@link #submit} does.
   */
  public Accepted background(RunRequest request) {
    refuseWhenDraining();
    boolean now =
        request.spec().delivery().delay().isZero() && mailbox.takes(request.caller().tenant());
    return submit(request, now ? new ClaimToken(ids.next()) : null, check);
  }

  /**
   * The result of an earlier request with the same key and content, if its run still exists.
   *
   * @param request with a key
   */
  public Optional<Accepted> before(RunRequest request) {
    return store
        .submits()
        .before(request.submission(ids, null))
        .filter(SubmitResult.Repeated.class::isInstance)
        .map(SubmitResult.Repeated.class::cast)
        .map(RunSubmitter::repeated);
  }

  private static Accepted repeated(SubmitResult.Repeated before) {
    return new Accepted(before.runId(), before.threadId(), before.jobId(), Accepted.How.REPEATED);
  }

  /**
   * Accepts a new run with the input of a dead letter.
   *
   * @param operator whether the caller is an operator of the server
   * @param key identifies a repeatable redrive, or null
   * @throws RequestRefused when there is nothing to redrive
   * @throws Unavailable when the node drains
   */
  public Accepted redrive(ThreadId threadId, JobId dead, Caller by, boolean operator, String key) {
    refuseWhenDraining();
    String id = key == null ? ids.next() : key;
    var wish = new Redrive(threadId, dead, new RunId(id), new JobId(id), by, operator);
    if (store.queue().redrive(wish) instanceof SubmitResult.Refused refused) {
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
    Submission submission =
        request.submission(ids, claim).separated(inlineMedia).sharing(sharing.apply(request));
    long asked = mailbox.now();
    switch (result(request, submission, checks)) {
      case SubmitResult.Claimed claimed -> {
        if (claimed.more()) {
          mailbox.waitsBehind(submission.threadId());
        }
        starter.begin(claimed.claim(), asked);
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
   * A repeated request returns its earlier result, even if its agent has changed or the node is
   * full.
   */
  private SubmitResult result(
      RunRequest request, Submission submission, Consumer<RunRequest> checks) {
    try {
      checks.accept(request);
    } catch (RuntimeException refused) {
      return store.submits().before(submission).orElseThrow(() -> refused);
    }
    return store.submits().submit(submission);
  }

  private static Accepted accepted(Submission submission, Accepted.How how) {
    return new Accepted(submission.runId(), submission.threadId(), submission.jobId(), how);
  }

  /**
   * The result of an accepted request.
   *
   * @param runId the new run, or the running one that gets the messages
   * @param threadId its thread
   * @param jobId the job created for the run; null when a running run gets the messages
   * @param how how the run relates to the request
   */
  public record Accepted(RunId runId, ThreadId threadId, JobId jobId, How how) {

    /** How a run relates to the request. */
    public enum How {
      /** The request created it, and it starts. */
      BEGUN,
      /** The request created it, and it waits in the queue. */
      QUEUED,
      /** It was running and gets the messages. */
      STEERED,
      /** An earlier identical request created it. */
      REPEATED
    }
  }
}

package io.awaken.core.mailbox;

import io.awaken.core.commit.Submission;
import io.awaken.core.mailbox.MailboxStore.SubmitResult;
import io.awaken.core.message.Message;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Ids;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.util.List;
import java.util.function.Consumer;

/**
 * Accepts runs: what it returns for is committed (guardrail G1). A run on a free thread begins at
 * once on this node. Thread-safe.
 */
public final class RunSubmitter {

  private final MailboxStore store;
  private final Mailbox mailbox;
  private final Consumer<String> agentCheck;
  private final Ids ids;

  /**
   * @param agentCheck throws when an agent id cannot be run
   */
  public RunSubmitter(MailboxStore store, Mailbox mailbox, Consumer<String> agentCheck, Ids ids) {
    this.store = store;
    this.mailbox = mailbox;
    this.agentCheck = agentCheck;
    this.ids = ids;
  }

  /**
   * Accepts a run and begins it.
   *
   * @throws ThreadBusy when another run holds the thread
   * @throws ThreadNotFound when the thread is another tenant's
   * @throws Unavailable when the node drains or is full
   */
  public Accepted submit(RunRequest request) {
    return submit(request, new ClaimToken(ids.next()));
  }

  /** Accepts a run that any node begins in its turn; the thread may be held by another. */
  public Accepted enqueue(RunRequest request) {
    return submit(request, null);
  }

  private Accepted submit(RunRequest request, ClaimToken claim) {
    if (mailbox.draining()) {
      throw new Unavailable("the node is shutting down");
    }
    if (claim != null && mailbox.room() <= 0) {
      throw new Unavailable("the node executes as many runs as it may");
    }
    agentCheck.accept(request.agentId());
    Submission submission = submission(request, claim);
    switch (store.submit(submission)) {
      case SubmitResult.Claimed claimed -> mailbox.begin(claimed.claim());
      case SubmitResult.Queued queued -> mailbox.queued(submission.threadId());
      case SubmitResult.Steered steered -> {
        return new Accepted(steered.openRun(), submission.threadId());
      }
      case SubmitResult.Busy busy -> throw new ThreadBusy(busy.openRun());
      case SubmitResult.Foreign foreign -> throw new ThreadNotFound(submission.threadId());
    }
    return new Accepted(submission.runId(), submission.threadId());
  }

  private Submission submission(RunRequest request, ClaimToken claim) {
    ThreadId thread = request.threadId() == null ? new ThreadId(ids.next()) : request.threadId();
    List<Message> messages =
        request.userTexts().stream().map(text -> Message.user(ids.next(), text)).toList();
    return new Submission(
        new RunId(ids.next()),
        thread,
        new JobId(ids.next()),
        request.agentId(),
        request.caller(),
        null,
        messages,
        claim);
  }

  /** A run that was accepted, and its thread. */
  public record Accepted(RunId runId, ThreadId threadId) {}
}

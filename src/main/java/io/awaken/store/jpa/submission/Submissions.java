package io.awaken.store.jpa.submission;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.job.SubmitStore;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.submission.Unavailable;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.document.Pinning;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Duplicates;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.statement.ThreadLock;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Accepts runs, each idempotency key once. */
public final class Submissions implements SubmitStore {
  private static final int TRIES = 10;
  private final Transactions transactions;
  private final Statements statements;
  private final Settings settings;
  private final ThreadLock threads;
  private final IdempotencyKeys keys;
  private final NewRuns runs;
  private final Interruptions interruptions;
  private final Pinning pinning;

  public Submissions(
      Transactions transactions, Statements statements, Settings settings, Pinning pinning) {
    this.transactions = transactions;
    this.statements = statements;
    this.settings = settings;
    this.threads = statements.threads();
    this.keys = new IdempotencyKeys(statements.clock(), settings.keepKeys());
    this.interruptions = new Interruptions(transactions, statements);
    this.runs = new NewRuns(interruptions, statements, settings, pinning);
    this.pinning = pinning;
  }

  @Override
  public SubmitStore pinning(Pins pins) {
    return new Submissions(transactions, statements, settings, pinning.to(pins));
  }

  @Override
  public Optional<Interrupted> interrupt(ThreadId threadId, Caller by) {
    return interruptions.interrupt(threadId, by);
  }

  /**
   * Reads without a lock first, since conflicts on a thread are rare. After a conflict, the next
   * attempt locks the thread's row.
   */
  @Override
  public SubmitResult submit(Submission submission) {
    PersistenceException last = null;
    for (int attempt = 1; attempt <= TRIES; attempt++) {
      try {
        Optional<SubmitResult> result = attempt(submission, attempt > 1);
        if (result.isPresent()) {
          return result.get();
        }
      } catch (PersistenceException e) {
        if (!Duplicates.cause(e)) {
          throw e;
        }
        // Another transaction created the thread or took the key between read and insert.
        last = e;
      }
    }
    throw new Unavailable(
        "the thread "
            + submission.threadId()
            + " is being changed concurrently; send the request again",
        last);
  }

  @Override
  public Optional<SubmitResult> before(Submission submission) {
    return submission.key() == null
        ? Optional.empty()
        : Optional.ofNullable(transactions.call(em -> keys.before(em, submission)));
  }

  private Optional<SubmitResult> attempt(Submission submission, boolean held) {
    return pinning.stored(
        () -> {
          var looks = new AtomicInteger();
          return AmbiguousCommits.settle(
              () -> {
                boolean again = held || looks.getAndIncrement() > 0;
                return transactions.gathered(em -> accept(em, submission, held, again));
              });
        });
  }

  private Optional<SubmitResult> accept(
      EntityManager em, Submission submission, boolean held, boolean again) {
    if (held) {
      threads.hold(em, Keys.thread(submission.threadId()));
    }
    SubmitResult before = submission.key() == null ? null : keys.before(em, submission);
    if (before != null && !ours(before, submission)) {
      return Optional.of(before);
    }
    Optional<SubmitResult> result = runs.accept(em, submission, held, again);
    if (submission.key() == null || before != null || result.isEmpty()) {
      return result;
    }
    // The same request may have been accepted since the key was read.
    return keys.keep(em, submission, result.get())
        ? result
        : Optional.ofNullable(keys.before(em, submission)).or(() -> result);
  }

  /** Returns whether this submission was accepted and its answer lost. */
  private static boolean ours(SubmitResult before, Submission submission) {
    return before instanceof SubmitResult.Repeated same && same.runId().equals(submission.runId());
  }
}

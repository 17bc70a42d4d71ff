package io.awaken.store.jpa;

import io.awaken.core.commit.Submission;
import io.awaken.core.commit.SubmitMode;
import io.awaken.core.mailbox.MailboxStore.Interrupted;
import io.awaken.core.mailbox.MailboxStore.Settings;
import io.awaken.core.mailbox.MailboxStore.SubmitResult;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.store.database.Transactions;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import java.util.Optional;

/** Accepts runs: looks at the thread, takes or makes its row, inserts run, job and input. */
final class Submissions {
  private static final int RACES = 10;
  private final Transactions transactions;
  private final String clock;
  private final ThreadLock threads;
  private final Settings settings;
  private final Interruptions interruptions;
  private final IdempotencyKeys keys;
  private final Pinning pinning;

  Submissions(
      Transactions transactions, Statements statements, Settings settings, Pinning pinning) {
    this.pinning = pinning;
    this.transactions = transactions;
    this.clock = statements.clock();
    this.threads = statements.threads();
    this.settings = settings;
    this.keys = new IdempotencyKeys(statements.clock(), settings.keepKeys());
    this.interruptions = new Interruptions(transactions, statements);
  }

  /** Tries until the thread stands still between look and update; others' progress bounds it. */
  SubmitResult submit(Submission submission) {
    for (int race = 1; race <= RACES; race++) {
      Optional<SubmitResult> result = attempt(submission, race == RACES);
      if (result.isPresent()) {
        return result.get();
      }
    }
    throw new IllegalStateException(
        "thread " + submission.threadId() + " changed " + RACES + " times during a submission");
  }

  private Optional<SubmitResult> attempt(Submission submission, boolean last) {
    try {
      return pinning.stored(
          () -> LostAnswers.settle(() -> transactions.call(em -> accept(em, submission))));
    } catch (PersistenceException e) {
      // Somebody else made the thread, or took the key, between our look and our insert.
      if (last || !Duplicates.cause(e)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private Optional<SubmitResult> accept(EntityManager em, Submission submission) {
    if (submission.key() == null) {
      return anew(em, submission);
    }
    SubmitResult before = keys.before(em, submission);
    if (before instanceof SubmitResult.Repeated same && same.runId().equals(submission.runId())) {
      // It was accepted a moment ago and the answer was lost.
      return anew(em, submission);
    }
    if (before != null) {
      return Optional.of(before);
    }
    Optional<SubmitResult> result = anew(em, submission);
    result.ifPresent(accepted -> keys.keep(em, submission, accepted));
    return result;
  }

  private Optional<SubmitResult> anew(EntityManager em, Submission submission) {
    var seen = SeenThread.look(em, clock, submission.threadId());
    if (seen.exists() && !submission.caller().sees(seen.tenant(), seen.owner())) {
      return Optional.of(new SubmitResult.Foreign());
    }
    if (submission.runId().value().equals(seen.latestRun())) {
      return Optional.of(again(submission, seen));
    }
    Optional<SubmitResult> earlier = DedupeKeys.earlier(em, submission);
    if (earlier.isPresent()) {
      return earlier;
    }
    if (submission.mode() == SubmitMode.STEER) {
      String run = Inbox.addressee(em, submission);
      if (run != null) {
        return Optional.of(new SubmitResult.Steered(new RunId(run)));
      }
    }
    return seen.free() ? begin(em, submission, seen) : join(em, submission, seen);
  }

  private Optional<SubmitResult> begin(EntityManager em, Submission submission, SeenThread seen) {
    return submission.claim() == null ? enqueue(em, submission, seen) : take(em, submission, seen);
  }

  /** The thread is another run's, or one waits for it. */
  private Optional<SubmitResult> join(EntityManager em, Submission submission, SeenThread seen) {
    return switch (submission.mode()) {
      case QUEUE -> enqueue(em, submission.unclaimed(), seen);
      case REJECT -> busy(seen);
      case STEER -> steer(em, submission, seen);
      case INTERRUPT -> interrupt(em, submission, seen);
    };
  }

  private static Optional<SubmitResult> busy(SeenThread seen) {
    return Optional.of(new SubmitResult.Busy(seen.openRunId()));
  }

  private Optional<SubmitResult> steer(EntityManager em, Submission submission, SeenThread seen) {
    if (seen.openRun() == null) {
      return enqueue(em, submission.unclaimed(), seen);
    }
    if (!threads.reach(em, submission.threadId().value(), seen.openRun(), true)) {
      return Optional.empty();
    }
    return Optional.of(
        Inbox.add(em, seen.openRun(), submission, seen.now())
            ? new SubmitResult.Steered(seen.openRunId())
            : new SubmitResult.Full(seen.openRunId()));
  }

  private Optional<SubmitResult> interrupt(
      EntityManager em, Submission submission, SeenThread seen) {
    Optional<Interrupted> cleared =
        interruptions.clear(em, submission.threadId(), submission.caller(), seen);
    if (cleared.isEmpty()) {
      return Optional.empty();
    }
    var now = SeenThread.look(em, clock, submission.threadId());
    RunId stopping = cleared.get().stopping();
    return stopping == null
        ? begin(em, submission, now)
        : enqueue(em, submission.unclaimed(), now)
            .map(queued -> new SubmitResult.Queued(submission.jobId(), stopping));
  }

  /** The answer to a submission that was accepted before and whose answer was lost. */
  private SubmitResult again(Submission submission, SeenThread seen) {
    boolean owned =
        submission.claim() != null && submission.claim().value().equals(seen.slotToken());
    return owned
        ? new SubmitResult.Claimed(
            claim(submission, seen, seen.epoch(), seen.messageCount())
                .pinned(pinning.known(submission.agentId())))
        : new SubmitResult.Queued(submission.jobId());
  }

  private Optional<SubmitResult> enqueue(EntityManager em, Submission submission, SeenThread seen) {
    String runId = submission.runId().value();
    String tenant = submission.caller().tenant();
    if (!seen.exists()) {
      ThreadRow made = made(submission, seen);
      made.latestRun = runId;
      em.persist(made);
    } else if (!threads.enqueue(em, submission.threadId().value(), tenant, runId)) {
      return Optional.empty();
    }
    insert(em, submission, seen, null);
    return Optional.of(new SubmitResult.Queued(submission.jobId()));
  }

  private Optional<SubmitResult> take(EntityManager em, Submission submission, SeenThread seen) {
    int appended = submission.messages().size();
    String pinnedTo = pinning.known(submission.agentId());
    Claim claim =
        claim(submission, seen, seen.epoch() + 1, seen.messageCount() + appended).pinned(pinnedTo);
    String runId = submission.runId().value();
    if (!seen.exists()) {
      em.persist(owned(made(submission, seen), claim.fence()));
    } else if (!threads.take(em, claim.fence(), seen, runId, appended)) {
      return Optional.empty();
    }
    insert(em, submission, seen, pinnedTo);
    StepRows.append(em, claim.fence(), seen.messageCount(), submission.messages());
    return Optional.of(new SubmitResult.Claimed(claim));
  }

  private void insert(EntityManager em, Submission submission, SeenThread seen, String pinnedTo) {
    var run = new RunRow(submission, seen.generation(), seen.now());
    run.resolution = pinnedTo;
    em.persist(run);
    em.persist(new JobRow(submission, settings, seen.generation(), seen.now()));
  }

  private static ThreadRow made(Submission submission, SeenThread seen) {
    var caller = submission.caller();
    return new ThreadRow(submission.threadId(), caller.tenant(), caller.subject(), seen.now());
  }

  private static ThreadRow owned(ThreadRow made, Fence fence) {
    made.slotJob = fence.jobId().value();
    made.slotToken = fence.token().value();
    made.openRun = fence.runId().value();
    made.latestRun = fence.runId().value();
    made.epoch = fence.epoch();
    made.messageCount = fence.messageCount();
    return made;
  }

  private static Claim claim(
      Submission submission, SeenThread seen, long epoch, long messageCount) {
    var fence =
        new Fence(
            submission.threadId(),
            submission.runId(),
            submission.jobId(),
            submission.claim(),
            epoch,
            messageCount,
            seen.commitId());
    return new Claim(fence, submission.agentId(), submission.caller(), submission.parentRunId(), 1)
        .with(submission.clientTools());
  }
}

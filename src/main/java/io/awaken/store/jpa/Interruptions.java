package io.awaken.store.jpa;

import io.awaken.core.commit.OwnerlessEnding;
import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.mailbox.MailboxStore.Interrupted;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.store.database.Transactions;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;

/** Clears threads: what is queued or waits ends, what executes is asked to stop. */
final class Interruptions {
  private final Transactions transactions;
  private final String clock;
  private final ThreadLock threads;
  private final JobUpdates jobs;
  private final RunUpdates runs;
  private final Endings endings;

  Interruptions(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.clock = statements.clock();
    this.threads = statements.threads();
    this.jobs = statements.jobs();
    this.runs = statements.runs();
    this.endings = statements.endings();
  }

  /** In a transaction of its own; a thread that is not there for the caller gives none. */
  Optional<Interrupted> interrupt(ThreadId threadId, Caller by) {
    return LostAnswers.settle(
        () ->
            transactions.call(
                em -> {
                  threads.hold(em, threadId.value());
                  var seen = SeenThread.look(em, clock, threadId);
                  return seen.exists() && by.sees(seen.tenant(), seen.owner())
                      ? clear(em, threadId, by, seen)
                      : Optional.empty();
                }));
  }

  /**
   * Clears a thread in somebody's transaction.
   *
   * @return empty when the thread was interrupted since it was seen; nothing was written then
   */
  Optional<Interrupted> clear(EntityManager em, ThreadId threadId, Caller by, SeenThread seen) {
    if (!threads.raise(em, threadId.value(), seen.generation())) {
      return Optional.empty();
    }
    List<Object[]> queued = queued(em, threadId);
    for (Object[] job : queued) {
      jobs.settle(em, threadId.value(), (String) job[0], JobStatus.SUPERSEDED);
      end(em, threadId, (String) job[1], (String) job[2]);
    }
    // Read behind the lock: the run may have been parked or have ended since it was seen.
    var now = SeenThread.look(em, clock, threadId);
    if (now.openRun() != null && now.slotToken() == null) {
      end(em, threadId, now.openRun(), parent(em, threadId, now.openRun()));
    } else if (now.openRun() != null) {
      runs.requestCancel(em, threadId.value(), now.openRun(), by.subject());
    }
    RunId stopping = now.slotToken() == null ? null : now.openRunId();
    return Optional.of(new Interrupted(now.generation(), stopping, queued.size()));
  }

  private void end(EntityManager em, ThreadId threadId, String runId, String parentRunId) {
    var why = new TerminationReason.Cancelled();
    RunId parent = ThreadRow.run(parentRunId);
    endings.end(em, new OwnerlessEnding(threadId, new RunId(runId), parent, why));
  }

  @SuppressWarnings("unchecked")
  private static List<Object[]> queued(EntityManager em, ThreadId threadId) {
    return em.createNativeQuery(
            "SELECT j.job_id, j.run_id, r.parent_run_id FROM awaken_job j"
                + " JOIN awaken_run r ON r.thread_id = j.thread_id AND r.run_id = j.run_id"
                + " WHERE j.thread_id = :thread AND j.status = 'queued'"
                + " ORDER BY j.created_at, j.job_id")
        .setParameter("thread", threadId.value())
        .getResultList();
  }

  private static String parent(EntityManager em, ThreadId threadId, String runId) {
    return (String)
        em.createNativeQuery(
                "SELECT parent_run_id FROM awaken_run WHERE thread_id = :thread AND run_id = :run")
            .setParameter("thread", threadId.value())
            .setParameter("run", runId)
            .getSingleResult();
  }
}

package io.awaken.store.jpa.job;

import io.awaken.core.decision.Plan;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.JobGivenUp;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Endings;
import io.awaken.store.jpa.statement.JobUpdates;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.statement.ThreadLock;
import jakarta.persistence.EntityManager;
import java.util.List;

/**
 * Moves jobs that no node can execute to the dead letter: unreadable rows (F36), or input that does
 * not fit into the thread. The attempt starts and ends in one transaction. Such a job would
 * otherwise stay at the head of the queue.
 */
final class UnreadableJobs {
  private static final System.Logger LOG = System.getLogger(UnreadableJobs.class.getName());
  private final Transactions transactions;
  private final ThreadLock threads;
  private final JobUpdates jobs;
  private final Endings endings;
  private final String clock;

  UnreadableJobs(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.threads = statements.threads();
    this.jobs = statements.jobs();
    this.clock = statements.clock();
    this.endings = statements.endings();
  }

  void giveUp(Candidate candidate, ClaimToken token, JobGivenUp why) {
    boolean given =
        AmbiguousCommits.settle(
            () ->
                transactions.call(
                    em ->
                        ClaimRows.load(em, clock, candidate)
                            .filter(rows -> bury(em, rows, token, why))
                            .isPresent()));
    if (given) {
      LOG.log(
          System.Logger.Level.ERROR,
          "Job {0} of run {1} goes to the dead letter: {2}",
          candidate.jobId(),
          candidate.runId(),
          why.getMessage());
    }
  }

  private boolean bury(EntityManager em, ClaimRows rows, ClaimToken token, JobGivenUp why) {
    RunRow run = rows.run();
    String jobId = rows.job().jobId;
    if (!rows.free()
        || !threads.takeUnheld(
            em, rows.next(token, List.of()), rows.seen(), rows.thread().latestRun, 0)) {
      return false;
    }
    if (!jobs.claim(em, rows.job(), token, rows.run().timeLeft)) {
      throw new Claims.NotDue();
    }
    threads.free(em, run.threadId, jobId, token.value());
    endings.end(
        em,
        new Endings.Job(run.threadId, jobId, run.runId),
        new Plan.End(why.ending(), JobStatus.DEAD_LETTER),
        why.getMessage());
    return true;
  }
}

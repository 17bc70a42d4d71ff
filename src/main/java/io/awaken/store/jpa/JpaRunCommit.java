package io.awaken.store.jpa;

import io.awaken.core.commit.CancelPending;
import io.awaken.core.commit.RunCommit;
import io.awaken.core.commit.RunOutcome;
import io.awaken.core.commit.StaleFence;
import io.awaken.core.commit.StepCommit;
import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.run.Fence;
import io.awaken.store.database.Transactions;
import jakarta.persistence.EntityManager;

/** The fenced write: thread row first, then rows of what is new. */
final class JpaRunCommit implements RunCommit {
  private final Transactions transactions;
  private final Statements statements;

  JpaRunCommit(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.statements = statements;
  }

  @Override
  public Fence commit(Fence fence, StepCommit step) {
    return LostAnswers.settle(() -> transactions.call(em -> commit(em, fence, step)));
  }

  private Fence commit(EntityManager em, Fence fence, StepCommit step) {
    if (statements.threads().commit(em, fence, step.commitId(), step.messages().size())) {
      write(em, fence, step);
    } else if (!committed(em, fence, step.commitId())) {
      throw new StaleFence(fence);
    }
    return fence.advanced(step.messages().size());
  }

  @Override
  public void finish(Fence fence, StepCommit last, RunOutcome outcome) {
    LostAnswers.settle(
        () -> {
          transactions.run(em -> finish(em, fence, last, outcome));
          return null;
        });
  }

  private void finish(EntityManager em, Fence fence, StepCommit last, RunOutcome outcome) {
    String threadId = fence.threadId().value();
    if (!statements.threads().finish(em, fence, last.commitId(), last.messages().size())) {
      if (ended(em, fence, last.commitId())) {
        return;
      }
      throw new StaleFence(fence);
    }
    if (!statements.runs().finish(em, threadId, fence.runId().value(), outcome)) {
      throw new CancelPending();
    }
    statements.jobs().settle(em, threadId, fence.jobId().value(), JobStatus.ACCEPTED);
    write(em, fence, last);
  }

  @Override
  public void park(Fence fence, StepCommit last) {
    throw new UnsupportedOperationException("runs cannot wait in a database yet");
  }

  private void write(EntityManager em, Fence fence, StepCommit step) {
    statements.state().write(em, fence, step.state());
    StepRows.write(em, fence, step);
  }

  /** Whether the owner wrote this very commit before, as its last one. */
  private static boolean committed(EntityManager em, Fence fence, String commitId) {
    return found(
        em,
        "SELECT 1 FROM awaken_thread WHERE thread_id = :thread AND commit_id = :commit"
            + " AND slot_token = :token AND epoch = :epoch",
        fence,
        commitId);
  }

  /** Whether this very ending was written before; the thread may be another run's by now. */
  private static boolean ended(EntityManager em, Fence fence, String commitId) {
    return found(
            em,
            "SELECT 1 FROM awaken_thread WHERE thread_id = :thread AND commit_id = :commit"
                + " AND slot_token IS DISTINCT FROM CAST(:token AS VARCHAR) AND epoch = :epoch",
            fence,
            commitId)
        || !em.createQuery(
                "select s.epoch from SegmentRow s where s.key.threadId = :thread"
                    + " and s.key.runId = :run and s.commitId = :commit",
                Long.class)
            .setParameter("thread", fence.threadId().value())
            .setParameter("run", fence.runId().value())
            .setParameter("commit", commitId)
            .getResultList()
            .isEmpty();
  }

  private static boolean found(EntityManager em, String sql, Fence fence, String commitId) {
    return !em.createNativeQuery(sql)
        .setParameter("thread", fence.threadId().value())
        .setParameter("commit", commitId)
        .setParameter("token", fence.token().value())
        .setParameter("epoch", fence.epoch())
        .getResultList()
        .isEmpty();
  }
}

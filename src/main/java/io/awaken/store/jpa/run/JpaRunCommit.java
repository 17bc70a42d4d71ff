package io.awaken.store.jpa.run;

import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.RunState;
import io.awaken.core.run.Fence;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.outbox.OpenQuestions;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.database.batch.GatheredWrites;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.MediaRows;
import io.awaken.store.jpa.statement.Pending;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.statement.StepRows;
import jakarta.persistence.EntityManager;
import java.util.UUID;
import java.util.function.Function;

/** The fenced write: the thread row first, then the new rows. */
public final class JpaRunCommit implements RunCommit {
  private static final System.Logger LOG = System.getLogger(JpaRunCommit.class.getName());

  /**
   * The thread row lacks a claim although epochs never fall, or a write of its owner that no other
   * owner replaced.
   */
  private static final String LACKS_COMMITS =
      "SELECT 1 FROM awaken_thread t WHERE t.thread_key = :thread AND (t.epoch < :epoch"
          + " OR t.epoch = :epoch AND t.slot_token = :token AND (t.message_count < :count"
          + " OR CAST(:known AS VARCHAR) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM awaken_segment s"
          + " WHERE s.thread_key = t.thread_key AND s.commit_id = :known)))";

  private final Transactions transactions;
  private final Statements statements;

  public JpaRunCommit(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.statements = statements;
  }

  @Override
  public Fence commit(Fence fence, StepCommit step) {
    return AmbiguousCommits.settle(() -> transactions.gathered(em -> commit(em, fence, step)));
  }

  /** Commits as the last statements of a tool's transaction. */
  Fence commit(EntityManager em, Fence fence, StepCommit step) {
    if (statements.threads().commit(em, fence, step)) {
      statements.inbox().consume(em, fence, step.consumed());
      write(em, fence, step);
    } else if (!committed(em, fence, step.commitId())) {
      throw stale(em, fence);
    }
    return step.next(fence);
  }

  /**
   * Resolves an ambiguous commit. Waits for the thread row, which a running commit locks; a commit
   * that is not visible afterwards never will be.
   */
  boolean isWritten(Fence fence, String commitId) {
    return AmbiguousCommits.call(
        transactions,
        em -> {
          statements.threads().hold(em, Keys.thread(fence.threadId()));
          return committed(em, fence, commitId);
        });
  }

  @Override
  public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
    return settle(em -> finish(em, fence, last, outcome));
  }

  private boolean settle(Function<EntityManager, Boolean> write) {
    return AmbiguousCommits.settle(() -> transactions.gathered(write));
  }

  private boolean finish(EntityManager em, Fence fence, StepCommit last, RunOutcome outcome) {
    UUID threadKey = Keys.thread(fence.threadId());
    long runKey = Keys.run(fence.runId());
    if (!statements.threads().finish(em, fence, last)) {
      requireEnded(em, fence, last.commitId());
      return false;
    }
    statements.inbox().consume(em, fence, last.consumed());
    boolean left = !statements.runs().finish(em, threadKey, runKey, outcome);
    if (left) {
      boolean cancelled = statements.runs().cancelPending(em, threadKey, runKey);
      RunRules.require(RunState.executing(cancelled), new RunCommand.Finish(outcome.termination()));
      statements.runs().end(em, threadKey, runKey, outcome);
    }
    statements.jobs().settle(em, threadKey, fence.jobId().value(), JobStatus.ACCEPTED);
    write(em, fence, last);
    boolean natural = outcome.termination() instanceof TerminationReason.NaturalEnd;
    if (!natural) {
      GatheredWrites.ofAnyCount(
          em, () -> statements.suspensions().cancelAll(em, threadKey, runKey));
    }
    if (left || !natural) {
      statements.inbox().queueLeft(em, fence.threadId(), runKey);
    }
    statements.children().answer(em, fence.runId(), outcome);
    return left
        && statements.pushes().tell(em, fence.threadId(), fence.runId(), last.commitId(), null);
  }

  @Override
  public boolean park(Fence fence, StepCommit last) {
    return settle(em -> park(em, fence, last));
  }

  /** Conflicts are checked last, against the rows that this commit leaves. */
  private boolean park(EntityManager em, Fence fence, StepCommit last) {
    UUID threadKey = Keys.thread(fence.threadId());
    long runKey = Keys.run(fence.runId());
    if (!statements.threads().park(em, fence, last)) {
      requireEnded(em, fence, last.commitId());
      return false;
    }
    statements.runs().park(em, threadKey, runKey);
    statements.jobs().park(em, threadKey, fence.jobId().value());
    statements.inbox().consume(em, fence, last.consumed());
    write(em, fence, last);
    var pending = Pending.read(em, threadKey, runKey);
    RunRules.require(
        RunState.executing(pending.cancelled()),
        new RunCommand.Park(pending.questions().keepsFromParking(pending.unread())));
    OpenQuestions asked = last.outbox().asked();
    return pending.heard()
        && asked != null
        && statements
            .pushes()
            .tell(em, fence.threadId(), fence.runId(), last.commitId(), asked.payload());
  }

  private static void requireEnded(EntityManager em, Fence fence, String commitId) {
    if (!ended(em, fence, commitId)) {
      throw stale(em, fence);
    }
  }

  /** Logs when the cause is not another owner (F18). */
  private static StaleFence stale(EntityManager em, Fence fence) {
    if (lacksCommits(em, fence)) {
      LOG.log(
          System.Logger.Level.ERROR,
          "The database lacks commits of the owner of run {0}, like a standby that was promoted too"
              + " early: this owner stops, and the next one continues from the stored state",
          fence.runId());
    }
    return new StaleFence(fence);
  }

  private static boolean lacksCommits(EntityManager em, Fence fence) {
    return !em.createNativeQuery(LACKS_COMMITS)
        .setParameter("thread", Keys.thread(fence.threadId()))
        .setParameter("token", fence.token().value())
        .setParameter("epoch", fence.epoch())
        .setParameter("count", fence.messageCount())
        .setParameter("known", fence.commitId())
        .getResultList()
        .isEmpty();
  }

  private void write(EntityManager em, Fence fence, StepCommit step) {
    statements.state().write(em, fence, step.state());
    statements.suspensions().write(em, step.suspensions());
    MediaRows.write(em, fence.threadId(), step.media());
    StepRows.write(em, fence, step);
    statements.outbox().write(em, fence, step.outbox());
    statements.children().start(em, step.children());
  }

  /** Returns whether the owner's last commit was this one. */
  private static boolean committed(EntityManager em, Fence fence, String commitId) {
    return found(
        em,
        "SELECT 1 FROM awaken_thread WHERE thread_key = :thread AND commit_id = :commit"
            + " AND slot_token = :token AND epoch = :epoch",
        fence,
        commitId);
  }

  /**
   * Returns whether this ending or parking was already written; another run may own the thread by
   * now.
   */
  private static boolean ended(EntityManager em, Fence fence, String commitId) {
    return found(
            em,
            "SELECT 1 FROM awaken_thread WHERE thread_key = :thread AND commit_id = :commit"
                + " AND slot_token IS DISTINCT FROM CAST(:token AS VARCHAR) AND epoch = :epoch",
            fence,
            commitId)
        || !em.createQuery(
                "select s.epoch from SegmentRow s where s.key.threadKey = :thread"
                    + " and s.key.runKey = :run and s.commitId = :commit",
                Long.class)
            .setParameter("thread", Keys.thread(fence.threadId()))
            .setParameter("run", Keys.run(fence.runId()))
            .setParameter("commit", commitId)
            .getResultList()
            .isEmpty();
  }

  private static boolean found(EntityManager em, String sql, Fence fence, String commitId) {
    return !em.createNativeQuery(sql)
        .setParameter("thread", Keys.thread(fence.threadId()))
        .setParameter("commit", commitId)
        .setParameter("token", fence.token().value())
        .setParameter("epoch", fence.epoch())
        .getResultList()
        .isEmpty();
  }
}

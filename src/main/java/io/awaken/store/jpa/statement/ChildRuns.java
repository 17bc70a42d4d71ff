package io.awaken.store.jpa.statement;

import io.awaken.core.decision.Delegation;
import io.awaken.core.run.ParentCall;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.rows.ThreadRow.DeletedThreadRow;
import jakarta.persistence.EntityManager;
import java.util.List;

/**
 * Starts the runs of delegates and tasks with the step of their parent, answers the parent's call
 * with the end of a delegate, and tells the parent's thread of the end of a task. Whoever writes an
 * end holds the row of the ended run's thread and then takes that of its parent: always upwards, so
 * that no two wait for each other.
 */
public final class ChildRuns {
  private final String clock;
  private final Settings settings;
  private final ThreadLock threads;
  private final SuspensionUpdates suspensions;
  private final Inbox inbox;
  private final Resumption resumption;

  ChildRuns(
      String clock,
      Settings settings,
      ThreadLock threads,
      SuspensionUpdates suspensions,
      Inbox inbox,
      Resumption resumption) {
    this.clock = clock;
    this.settings = settings;
    this.threads = threads;
    this.suspensions = suspensions;
    this.inbox = inbox;
    this.resumption = resumption;
  }

  /** Inserts threads that do not exist, each with its queued run. */
  public void start(EntityManager em, List<Submission> children) {
    if (children.isEmpty()) {
      return;
    }
    long now = now(em);
    for (Submission child : children) {
      var thread = new ThreadRow(child, now);
      thread.latestRun = Keys.run(child.runId());
      em.persist(thread);
      em.persist(new RunRow(child, 0, now));
      em.persist(new JobRow(child, settings, 0, now));
    }
  }

  /**
   * Answers the call that waits for an ended run, if there is one and it still waits; that of a
   * task has its thread told.
   */
  public void answer(EntityManager em, RunId ended, RunOutcome outcome) {
    ParentCall call = outcome.parent();
    if (call == null) {
      return;
    }
    var asked = new SuspensionKey(call.threadId(), call.runId(), call.callId(), call.ordinal());
    long now = now(em);
    threads.hold(em, Keys.thread(asked.threadId()));
    if (call.ofTask()) {
      tell(em, ended, outcome, now);
    } else if (suspensions.decide(em, asked, Delegation.answer(outcome, now), Delegation.BY)) {
      resumption.afterDecision(em, asked);
    }
  }

  /** Gives the message to the run that started the task, or to a new one if that has ended. */
  private void tell(EntityManager em, RunId task, RunOutcome outcome, long now) {
    ThreadId thread = outcome.parent().threadId();
    RunRow above = starter(em, thread, outcome.parent().runId());
    if (above == null) {
      return;
    }
    Submission message = Delegation.told(task, outcome, above.agentId, above.shownCaller());
    Inbox.tell(em, above.runKey, message, now);
    if (above.status.equals(RunStatus.DONE.wire())) {
      inbox.queueLeft(em, thread, above.runKey);
    } else {
      resumption.afterMessage(em, thread, outcome.parent().runId());
    }
  }

  /** Null when it was deleted. */
  private static RunRow starter(EntityManager em, ThreadId thread, RunId run) {
    return em.createQuery(
            "select r from RunRow r where r.threadKey = :thread and r.runKey = :run"
                + DeletedThreadRow.leftOut("r.threadKey"),
            RunRow.class)
        .setParameter("thread", Keys.thread(thread))
        .setParameter("run", Keys.run(run))
        .setHint("org.hibernate.readOnly", true)
        .getResultStream()
        .findFirst()
        .orElse(null);
  }

  private long now(EntityManager em) {
    return Sql.number(em.createNativeQuery("SELECT " + clock + " AS instant").getSingleResult());
  }
}

package io.awaken.store.jpa.statement;

import io.awaken.core.decision.Delegation;
import io.awaken.core.run.ParentCall;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.ThreadRow;
import jakarta.persistence.EntityManager;
import java.util.List;

/**
 * Starts the runs of delegates with the step of their parent, and answers the parent's call with
 * their end. Whoever writes an end holds the row of the ended run's thread and then takes that of
 * its parent: always upwards, so that no two wait for each other.
 */
public final class ChildRuns {
  private final String clock;
  private final Settings settings;
  private final ThreadLock threads;
  private final SuspensionUpdates suspensions;
  private final Resumption resumption;

  ChildRuns(
      String clock,
      Settings settings,
      ThreadLock threads,
      SuspensionUpdates suspensions,
      Resumption resumption) {
    this.clock = clock;
    this.settings = settings;
    this.threads = threads;
    this.suspensions = suspensions;
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

  /** Answers the call that waits for an ended run, if there is one and it still waits. */
  public void answer(EntityManager em, RunOutcome outcome) {
    ParentCall call = outcome.parent();
    if (call == null) {
      return;
    }
    var asked = new SuspensionKey(call.threadId(), call.runId(), call.callId(), call.ordinal());
    long now = now(em);
    threads.hold(em, Keys.thread(asked.threadId()));
    if (suspensions.decide(em, asked, Delegation.answer(outcome, now), Delegation.BY)) {
      resumption.afterDecision(em, asked);
    }
  }

  private long now(EntityManager em) {
    return Sql.number(em.createNativeQuery("SELECT " + clock + " AS instant").getSingleResult());
  }
}

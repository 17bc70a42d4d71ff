package io.awaken.store.jpa;

import io.awaken.core.commit.OwnerlessEnding;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import jakarta.persistence.EntityManager;

/** Ends a run that waits, for one that takes its thread; behind {@link ThreadLock}. */
final class Interruptions {
  private final JobUpdates jobs;
  private final Endings endings;

  Interruptions(Statements statements) {
    this.jobs = statements.jobs();
    this.endings = statements.endings();
  }

  /**
   * @return false when the run does not wait: it goes on as soon as a node claims it
   */
  boolean end(EntityManager em, ThreadId threadId, RunId runId) {
    Object[] run =
        (Object[])
            em.createNativeQuery(
                    "SELECT status, parent_run_id FROM awaken_run"
                        + " WHERE thread_id = :thread AND run_id = :run")
                .setParameter("thread", threadId.value())
                .setParameter("run", runId.value())
                .getSingleResult();
    if (!run[0].equals(RunStatus.WAITING.wire())) {
      return false;
    }
    jobs.cancel(em, threadId.value(), runId.value());
    var why = new TerminationReason.Cancelled();
    endings.end(em, new OwnerlessEnding(threadId, runId, ThreadRow.run((String) run[1]), why));
    return true;
  }
}

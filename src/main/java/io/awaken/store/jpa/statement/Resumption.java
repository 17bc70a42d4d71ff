package io.awaken.store.jpa.statement;

import io.awaken.core.decision.Plan.Step;
import io.awaken.core.decision.QuestionCounts;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.RunState;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.Sql;
import jakarta.persistence.EntityManager;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Queues the job that resumes a waiting run after a decision or the end of a task, behind {@link
 * ThreadLock}.
 */
public final class Resumption {
  private final JobUpdates jobs;
  private final RunUpdates runs;

  Resumption(JobUpdates jobs, RunUpdates runs) {
    this.jobs = jobs;
    this.runs = runs;
  }

  /**
   * Acts on a decision that this transaction has written.
   *
   * @return whether the run waits and a job resumes it
   */
  public boolean afterDecision(EntityManager em, SuspensionKey decided) {
    return resumed(em, decided.threadId(), decided.runId(), QuestionCounts::decisionCounts);
  }

  /**
   * Acts on a message that this transaction has written for a run, which may wait for its tasks.
   */
  public void afterMessage(EntityManager em, ThreadId threadId, RunId runId) {
    resumed(em, threadId, runId, QuestionCounts::waitsForMessages);
  }

  private boolean resumed(
      EntityManager em, ThreadId threadId, RunId runId, Predicate<QuestionCounts> counts) {
    UUID threadKey = Keys.thread(threadId);
    Object[] run =
        Sql.row(
            em,
            "SELECT r.status, t.epoch, "
                + Pending.COUNTS
                + " FROM awaken_run r"
                + " JOIN awaken_thread t ON t.thread_key = r.thread_key CROSS JOIN "
                + Pending.QUESTIONS
                + " WHERE r.thread_key = :thread AND r.run_key = :run",
            "thread",
            threadKey,
            "run",
            Keys.run(runId));
    boolean waits = run[0].equals(RunStatus.WAITING.wire());
    var decide = new RunCommand.Decide(counts.test(Pending.questions(run, 2)));
    if (RunRules.decide(waits ? RunState.WAITING : RunState.RUNNING, decide) != Step.RESUME) {
      return false;
    }
    String job = resumeJob(runId, Sql.number(run[1]));
    if (jobs.resume(em, threadKey, runId, job)) {
      runs.carriedBy(em, threadKey, Keys.run(runId), job);
    }
    return true;
  }

  /** Unique, since a claim between two resumptions raises the epoch. */
  private static String resumeJob(RunId runId, long epoch) {
    byte[] name = (runId + " " + epoch).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(name).toString();
  }
}

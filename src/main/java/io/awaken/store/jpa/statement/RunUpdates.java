package io.awaken.store.jpa.statement;

import io.awaken.core.decision.Plan.Step;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.RunState;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.store.database.batch.GatheredWrites;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.StoredJson;
import jakarta.persistence.EntityManager;
import java.util.List;

/** The updates of runs, their calls and their cancellations, behind {@link ThreadLock}. */
public final class RunUpdates {
  private static final String KEY = " WHERE thread_id = :thread AND run_id = :run";
  private static final String NOTHING_PENDING =
      " AND NOT EXISTS (SELECT 1 FROM awaken_inbox i WHERE i.thread_id = :thread"
          + " AND i.run_id = :run AND i.consumed_at IS NULL)";
  private final String start;
  private final String park;
  private final String carry;
  private final String end;
  private final String endUnbegun;
  private final String request;
  private final String consume;
  private final String cancelCalls;

  RunUpdates(String clock) {
    String change = "UPDATE awaken_run SET updated_at = " + clock;
    start =
        change
            + ", status = 'running', started_at = COALESCE(started_at, "
            + clock
            + "), resolution_hash = COALESCE(resolution_hash, CAST(:resolution AS VARCHAR))"
            + KEY;
    park =
        change
            + ", status = 'waiting', time_left = (SELECT "
            + JobUpdates.timeLeft(clock)
            + " FROM awaken_job j WHERE j.thread_id = :thread AND j.job_id = awaken_run.job_id)"
            + KEY;
    carry = change + ", job_id = :job" + KEY;
    end =
        change
            + ", status = 'done', finished_at = "
            + clock
            + ", termination = :termination, final_output = :output, steps = :steps,"
            + " input_tokens = :input, output_tokens = :outputTokens,"
            + " cost_amount = CAST(NULLIF(:costAmount, '') AS DECIMAL(38, 12)),"
            + " cost_currency = NULLIF(:costCurrency, '')"
            + KEY
            + " AND status <> 'done'";
    endUnbegun =
        change
            + ", status = 'done', finished_at = "
            + clock
            + ", termination = :termination"
            + " WHERE thread_id = :thread AND run_id IN (:runs) AND status = 'created'";
    request =
        "INSERT INTO awaken_inbox (thread_id, run_id, entry_id, kind, sender)"
            + " SELECT CAST(:thread AS VARCHAR), CAST(:run AS VARCHAR), 'cancel', 'cancel',"
            + " CAST(:sender AS VARCHAR) WHERE NOT EXISTS (SELECT 1 FROM awaken_inbox"
            + " WHERE thread_id = :thread AND run_id = :run AND entry_id = 'cancel')";
    consume =
        "UPDATE awaken_inbox SET consumed_at = "
            + clock
            + KEY
            + " AND kind = 'cancel' AND consumed_at IS NULL";
    cancelCalls =
        "UPDATE awaken_call SET status = 'cancelled'"
            + KEY
            + " AND status NOT IN ('succeeded', 'failed', 'cancelled')";
  }

  /**
   * Starts or resumes a run.
   *
   * @param resolution the document to pin an unpinned run to; null for none
   */
  public void start(EntityManager em, String threadId, String runId, String resolution) {
    Sql.update(em, start, "resolution", resolution, "thread", threadId, "run", runId);
  }

  /** Suspends a run and pauses its time. */
  public void park(EntityManager em, String threadId, String runId) {
    Sql.update(em, park, "thread", threadId, "run", runId);
  }

  /** Stores the job that resumes a run. */
  public void carriedBy(EntityManager em, String threadId, String runId, String jobId) {
    Sql.update(em, carry, "job", jobId, "thread", threadId, "run", runId);
  }

  /**
   * Writes the outcome reported by the owner.
   *
   * @return false when a stored cancellation contradicts the outcome, or when it is a natural end
   *     and readable messages are unread; nothing was written
   */
  public boolean finish(EntityManager em, String threadId, String runId, RunOutcome outcome) {
    var finish = new RunCommand.Finish(outcome.termination());
    if (RunRules.decide(RunState.STOPPING, finish) == Step.FINISH) {
      GatheredWrites.ofAnyCount(
          em, () -> Sql.update(em, consume, "thread", threadId, "run", runId));
      return end(em, end, threadId, runId, outcome);
    }
    // A separate statement behind the lock: within the update of the thread row, PostgreSQL would
    // use a snapshot from before the lock wait.
    String unless =
        outcome.termination() instanceof TerminationReason.NaturalEnd
            ? NOTHING_PENDING
            : " AND NOT EXISTS (" + Pending.CANCELLATION + ")";
    return end(em, end + unless, threadId, runId, outcome);
  }

  /** Writes the outcome of a run without an owner. */
  public void end(EntityManager em, String threadId, String runId, RunOutcome outcome) {
    end(em, end, threadId, runId, outcome);
  }

  /** Ends runs that never started. */
  public void endUnbegun(
      EntityManager em, String threadId, List<String> runIds, TerminationReason termination) {
    em.createNativeQuery(endUnbegun)
        .setParameter("termination", StoredJson.writeTermination(termination))
        .setParameter("thread", threadId)
        .setParameter("runs", runIds)
        .executeUpdate();
  }

  /** Sets the final status of calls that will not execute. */
  void cancelCalls(EntityManager em, String threadId, String runId) {
    Sql.update(em, cancelCalls, "thread", threadId, "run", runId);
  }

  private static boolean end(
      EntityManager em, String sql, String threadId, String runId, RunOutcome outcome) {
    return Sql.direct(em, sql)
        .set("termination", StoredJson.writeTermination(outcome.termination()))
        .set("output", outcome.finalOutput())
        .set("steps", outcome.steps())
        .set("input", outcome.inputTokens())
        .set("outputTokens", outcome.outputTokens())
        .set("costAmount", outcome.cost() == null ? "" : outcome.cost().amount())
        .set("costCurrency", outcome.cost() == null ? "" : outcome.cost().currency())
        .set("thread", threadId)
        .set("run", runId)
        .updated();
  }

  /** Stores a cancellation for the owner, once. */
  public void requestCancel(EntityManager em, String threadId, String runId, String sender) {
    Sql.update(em, request, "thread", threadId, "run", runId, "sender", sender);
  }

  public boolean cancelPending(EntityManager em, String threadId, String runId) {
    return Sql.exists(em, Pending.CANCELLATION, "thread", threadId, "run", runId);
  }
}

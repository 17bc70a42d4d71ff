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
import java.util.UUID;

/** The updates of runs, their calls and their cancellations, behind {@link ThreadLock}. */
public final class RunUpdates {
  private static final String KEY = " WHERE thread_key = :thread AND run_key = :run";
  private static final String NOTHING_PENDING =
      " AND NOT EXISTS (SELECT 1 FROM awaken_inbox i WHERE i.thread_key = :thread"
          + " AND i.run_key = :run AND i.consumed_at IS NULL)";
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
            + " FROM awaken_job j WHERE j.thread_key = :thread AND j.job_id = awaken_run.job_id)"
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
            + " WHERE thread_key = :thread AND run_key IN (:runs) AND status = 'created'";
    request =
        "INSERT INTO awaken_inbox (thread_key, run_key, entry_id, kind, sender)"
            + " SELECT CAST(:thread AS UUID), CAST(:run AS BIGINT), 'cancel', 'cancel',"
            + " CAST(:sender AS VARCHAR) WHERE NOT EXISTS (SELECT 1 FROM awaken_inbox"
            + " WHERE thread_key = :thread AND run_key = :run AND entry_id = 'cancel')";
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
  public void start(EntityManager em, UUID threadKey, long runKey, String resolution) {
    Sql.update(em, start, "resolution", resolution, "thread", threadKey, "run", runKey);
  }

  /** Suspends a run and pauses its time. */
  public void park(EntityManager em, UUID threadKey, long runKey) {
    Sql.update(em, park, "thread", threadKey, "run", runKey);
  }

  /** Stores the job that resumes a run. */
  public void carriedBy(EntityManager em, UUID threadKey, long runKey, String jobId) {
    Sql.update(em, carry, "job", jobId, "thread", threadKey, "run", runKey);
  }

  /**
   * Writes the outcome reported by the owner.
   *
   * @return false when a stored cancellation contradicts the outcome, when it is a natural end and
   *     readable messages are unread, or when somebody wants to hear of it; nothing was written
   */
  public boolean finish(EntityManager em, UUID threadKey, long runKey, RunOutcome outcome) {
    var finish = new RunCommand.Finish(outcome.termination());
    if (RunRules.decide(RunState.STOPPING, finish) == Step.FINISH) {
      GatheredWrites.ofAnyCount(
          em, () -> Sql.update(em, consume, "thread", threadKey, "run", runKey));
      return end(em, end + PushRows.UNHEARD, threadKey, runKey, outcome);
    }
    // A separate statement behind the lock: within the update of the thread row, PostgreSQL would
    // use a snapshot from before the lock wait.
    String unless =
        outcome.termination() instanceof TerminationReason.NaturalEnd
            ? NOTHING_PENDING
            : " AND NOT EXISTS (" + Pending.CANCELLATION + ")";
    return end(em, end + unless + PushRows.UNHEARD, threadKey, runKey, outcome);
  }

  /** Writes the outcome of a run without an owner. */
  public void end(EntityManager em, UUID threadKey, long runKey, RunOutcome outcome) {
    end(em, end, threadKey, runKey, outcome);
  }

  /** Ends runs that never started. */
  public void endUnbegun(
      EntityManager em, UUID threadKey, List<Long> runKeys, TerminationReason termination) {
    em.createNativeQuery(endUnbegun)
        .setParameter("termination", StoredJson.writeTermination(termination))
        .setParameter("thread", threadKey)
        .setParameter("runs", runKeys)
        .executeUpdate();
  }

  /** Sets the final status of calls that will not execute. */
  void cancelCalls(EntityManager em, UUID threadKey, long runKey) {
    Sql.update(em, cancelCalls, "thread", threadKey, "run", runKey);
  }

  private static boolean end(
      EntityManager em, String sql, UUID threadKey, long runKey, RunOutcome outcome) {
    return Sql.direct(em, sql)
        .set("termination", StoredJson.writeTermination(outcome.termination()))
        .set("output", outcome.finalOutput())
        .set("steps", outcome.steps())
        .set("input", outcome.inputTokens())
        .set("outputTokens", outcome.outputTokens())
        .set("costAmount", outcome.cost() == null ? "" : outcome.cost().amount())
        .set("costCurrency", outcome.cost() == null ? "" : outcome.cost().currency())
        .set("thread", threadKey)
        .set("run", runKey)
        .updated();
  }

  /** Stores a cancellation for the owner, once. */
  public void requestCancel(EntityManager em, UUID threadKey, long runKey, String sender) {
    Sql.update(em, request, "thread", threadKey, "run", runKey, "sender", sender);
  }

  public boolean cancelPending(EntityManager em, UUID threadKey, long runKey) {
    return Sql.exists(em, Pending.CANCELLATION, "thread", threadKey, "run", runKey);
  }
}

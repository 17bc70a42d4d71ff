package io.awaken.store.jpa.statement;

import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunId;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.Sql;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The conditional updates of job rows; each runs behind {@link ThreadLock} and follows the
 * transition table of {@link JobStatus}.
 */
public final class JobUpdates {
  private static final String KEY = " WHERE thread_key = :thread AND job_id = :job";
  private static final String UNCLAIMED =
      ", claim_token = NULL, lease_until = NULL, deadline_at = NULL";
  private final Settings settings;
  private final Map<JobStatus, String> settle = new EnumMap<>(JobStatus.class);
  private final String park;
  private final String claim;
  private final String keepTime;
  private final String release;
  private final String retry;
  private final String expire;
  private final String bury;
  private final String cancel;
  private final String supersede;
  private final String resume;

  JobUpdates(String clock, Settings settings) {
    this.settings = settings;
    String change = "UPDATE awaken_job SET updated_at = " + clock;
    claim =
        change
            + ", status = 'claimed', attempt_count = attempt_count + 1, claim_token = :token,"
            + " claimed_by = :node, lease_until = "
            + clock
            + " + :lease, deadline_at = "
            + clock
            + " + :left"
            // Jobs that an interruption left in the queue join the new generation.
            + ", generation = (SELECT t.generation FROM awaken_thread t"
            + " WHERE t.thread_key = :thread)"
            + KEY
            + before(JobStatus.CLAIMED)
            + " AND available_at <= "
            + clock;
    keepTime =
        "UPDATE awaken_run SET time_left = COALESCE((SELECT "
            + timeLeft(clock)
            + " FROM awaken_job j WHERE j.thread_key = :thread AND j.job_id = :job), time_left)"
            + " WHERE thread_key = :thread AND run_key = (SELECT j.run_key FROM awaken_job j"
            + " WHERE j.thread_key = :thread AND j.job_id = :job)";
    String requeue = change + UNCLAIMED + ", status = 'queued', available_at = " + clock + " + ";
    release =
        requeue + ":delay, released_count = released_count + 1" + KEY + before(JobStatus.QUEUED);
    retry = requeue + ":delay, last_error = :error" + KEY + before(JobStatus.QUEUED);
    expire =
        change
            + UNCLAIMED
            + ", status = :status, last_error = 'its lease ran out on ' || claimed_by,"
            + " dedupe_key ="
            + " CASE WHEN CAST(:status AS VARCHAR) = 'queued' THEN dedupe_key ELSE NULL END"
            + KEY
            + " AND status = 'claimed' AND claim_token = :token AND lease_until < "
            + clock;
    bury =
        change
            + UNCLAIMED
            + ", status = 'dead_letter', dedupe_key = NULL, last_error = :error"
            + KEY
            + before(JobStatus.DEAD_LETTER);
    for (JobStatus last : JobStatus.values()) {
      settle.put(last, change + ended(last) + ", input = NULL" + KEY + before(last));
    }
    park = change + ended(JobStatus.ACCEPTED) + KEY + before(JobStatus.ACCEPTED);
    cancel =
        change
            + ended(JobStatus.CANCELLED)
            + ", input = NULL WHERE thread_key = :thread AND status = 'queued' AND job_id IN"
            + " (SELECT q.job_id FROM awaken_queue q WHERE q.thread_key = :thread AND q.run_key ="
            + " :run)";
    supersede =
        change
            + ended(JobStatus.SUPERSEDED)
            + ", input = NULL WHERE thread_key = :thread AND job_id IN (:jobs)"
            + before(JobStatus.SUPERSEDED);
    resume =
        "INSERT INTO awaken_job (thread_key, job_id, run_key, tenant_key, status, generation,"
            + " max_attempts, dedupe_key, priority, origin, sender, created_at, available_at)"
            + " SELECT t.thread_key, CAST(:job AS VARCHAR), r.run_key, b.tenant_key, 'queued',"
            + " t.generation, CAST(:attempts AS INT), CAST(:dedupe AS VARCHAR), b.priority,"
            + " b.origin, b.sender, c.millis, c.millis FROM awaken_thread t CROSS JOIN (SELECT "
            + clock
            + " AS millis) c JOIN awaken_run r ON r.thread_key = t.thread_key AND r.run_key = :run"
            // No job of an unfinished run is collected.
            + " JOIN awaken_job b ON b.thread_key = r.thread_key AND b.job_id = r.job_id"
            + " WHERE t.thread_key = :thread AND NOT EXISTS (SELECT 1"
            + " FROM awaken_dedupe d WHERE d.thread_key = :thread AND d.dedupe_key = :dedupe)";
  }

  /**
   * The remaining time of the run of job {@code j}. The time is paused after its lease has expired,
   * since no node executes it then.
   */
  static String timeLeft(String clock) {
    return "j.deadline_at - LEAST(" + clock + ", j.lease_until)";
  }

  /**
   * @param timeLeft remaining milliseconds of its run; null for the full time
   */
  public boolean claim(EntityManager em, JobRow job, ClaimToken token, Long timeLeft) {
    long left = timeLeft == null ? settings.bounds().runTime().toMillis() : timeLeft;
    return keyed(em, claim, job.threadKey, job.jobId)
        .set("token", token.value())
        .set("node", settings.nodeId())
        .set("lease", settings.lease().toMillis())
        .set("left", left)
        .updated();
  }

  /** Returns the job to the queue without counting the attempt. */
  public boolean release(EntityManager em, UUID threadKey, String jobId, Duration delay) {
    keepTime(em, threadKey, jobId);
    return keyed(em, release, threadKey, jobId).set("delay", delay.toMillis()).updated();
  }

  /** Returns the job to the queue with a delay. */
  public boolean retry(
      EntityManager em, UUID threadKey, String jobId, String error, Duration delay) {
    keepTime(em, threadKey, jobId);
    return keyed(em, retry, threadKey, jobId)
        .set("error", error)
        .set("delay", delay.toMillis())
        .updated();
  }

  /** Reclaims a job with an expired lease; false when it was renewed. */
  public boolean expire(
      EntityManager em, UUID threadKey, String jobId, String token, JobStatus status) {
    keepTime(em, threadKey, jobId);
    return keyed(em, expire, threadKey, jobId)
        .set("token", token)
        .set("status", status.wire())
        .updated();
  }

  /** Pauses the run's time until the next claim. */
  private void keepTime(EntityManager em, UUID threadKey, String jobId) {
    keyed(em, keepTime, threadKey, jobId).updated();
  }

  /** Moves a claimed job to the dead letter. */
  public boolean bury(EntityManager em, UUID threadKey, String jobId, String error) {
    return keyed(em, bury, threadKey, jobId).set("error", error).updated();
  }

  /**
   * Sets a job's final status and drops its input.
   *
   * @return false when the table does not allow the transition
   */
  public boolean settle(EntityManager em, UUID threadKey, String jobId, JobStatus status) {
    return keyed(em, settle.get(status), threadKey, jobId).updated();
  }

  /** Accepts the job of a suspended run and keeps its input, which a later job may need. */
  public void park(EntityManager em, UUID threadKey, String jobId) {
    keyed(em, park, threadKey, jobId).updated();
  }

  /** Cancels the queued job of a run that no node executes. */
  public void cancel(EntityManager em, UUID threadKey, long runKey) {
    Sql.update(em, cancel, "thread", threadKey, "run", runKey);
  }

  /** Sets the final status of jobs whose runs never started. */
  public void supersede(EntityManager em, UUID threadKey, List<String> jobIds) {
    Sql.update(em, supersede, "thread", threadKey, "jobs", jobIds);
  }

  /**
   * Queues a job that resumes a waiting run, with the priority and sender of the job before; its
   * dedupe key holds until it ends.
   *
   * @return false when one is already queued
   */
  public boolean resume(EntityManager em, UUID threadKey, RunId runId, String jobId) {
    return keyed(em, resume, threadKey, jobId)
        .set("run", Keys.run(runId))
        .set("attempts", settings.maxAttempts())
        .set("dedupe", JobRow.RESUMES + runId)
        .updated();
  }

  private static String ended(JobStatus status) {
    return UNCLAIMED + ", dedupe_key = NULL, status = '" + status.wire() + "'";
  }

  /** Returns the statuses that may precede this one. */
  private static String before(JobStatus status) {
    return Arrays.stream(JobStatus.values())
        .filter(from -> from.leadsTo(status))
        .map(from -> "'" + from.wire() + "'")
        .collect(Collectors.joining(", ", " AND status IN (", ")"));
  }

  private static Sql.Update keyed(EntityManager em, String sql, UUID threadKey, String jobId) {
    return Sql.direct(em, sql).set("thread", threadKey).set("job", jobId);
  }
}

package io.awaken.store.jpa.rows;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.submission.Submission;
import io.awaken.store.database.Keys;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;

/** A mailbox job; all changes are conditional updates. */
@Entity
@Table(name = "awaken_job")
public class JobRow {
  /** Prefix of dedupe keys of jobs that resume a run. */
  public static final String RESUMES = "resume:";

  /** Prefix of dedupe keys from submissions, which keeps them apart from internal ones. */
  private static final String CHOSEN = "chosen:";

  @Column(name = "thread_key")
  public UUID threadKey;

  @Id
  @Column(name = "job_id")
  public String jobId;

  @Column(name = "run_key")
  public long runKey;

  /** Of its tenant in the queue, see {@link #turnOf}. */
  @Column(name = "tenant_key")
  String tenantKey;

  @Column(name = "status")
  public String status;

  @Column(name = "priority")
  int priority;

  @Column(name = "generation")
  long generation;

  @Column(name = "available_at")
  public long availableAt;

  @Column(name = "attempt_count")
  public int attemptCount;

  @Column(name = "max_attempts")
  int maxAttempts;

  @Column(name = "claim_token")
  public String claimToken;

  @Column(name = "claimed_by")
  String claimedBy;

  @Column(name = "lease_until")
  Long leaseUntil;

  @Column(name = "deadline_at")
  Long deadlineAt;

  @Column(name = "dedupe_key")
  String dedupeKey;

  @Column(name = "input")
  public String input;

  @Column(name = "supersedes")
  public String supersedes;

  @Column(name = "last_error")
  String lastError;

  @Column(name = "origin")
  public String origin;

  @Column(name = "sender")
  String sender;

  @Column(name = "created_at")
  public long createdAt;

  @Column(name = "updated_at")
  long updatedAt;

  protected JobRow() {}

  /**
   * A queued or claimed job. Both store their input: for the first claim, or for the dead letter.
   */
  public JobRow(Submission submission, Settings settings, long generation, long now) {
    threadKey = Keys.thread(submission.threadId());
    tenantKey = turnOf(submission.threadId().tenant());
    jobId = submission.jobId().value();
    runKey = Keys.run(submission.runId());
    Delivery delivery = submission.delivery();
    priority = delivery.priority();
    dedupeKey = chosen(delivery.dedupeKey());
    origin = delivery.origin().wire();
    sender = delivery.sender();
    this.generation = generation;
    availableAt = now + delivery.delay().toMillis();
    maxAttempts = settings.maxAttempts();
    input = StoredJson.writeMessages(submission.messages());
    supersedes = submission.supersedes();
    createdAt = now;
    updatedAt = now;
    if (submission.claim() == null) {
      status = JobStatus.QUEUED.wire();
    } else {
      status = JobStatus.CLAIMED.wire();
      attemptCount = 1;
      claimToken = submission.claim().value();
      claimedBy = settings.nodeId();
      leaseUntil = now + settings.lease().toMillis();
      deadlineAt = now + settings.bounds().runTime().toMillis();
    }
  }

  /**
   * Returns the key of a tenant in the queue: its name, empty for the tenant without
   * authentication, which so has the first turn.
   */
  public static String turnOf(String tenant) {
    return tenant.equals(Caller.ANONYMOUS.tenant()) ? "" : tenant;
  }

  /** Returns the stored form of a submission's dedupe key; null for none. */
  public static String chosen(String key) {
    return key == null ? null : CHOSEN + key;
  }

  /** Returns its delivery; the delay counts from its creation. */
  public Delivery delivery() {
    boolean choice = dedupeKey != null && dedupeKey.startsWith(CHOSEN);
    return new Delivery(
        priority,
        Duration.ofMillis(Math.max(0, availableAt - createdAt)),
        choice ? dedupeKey.substring(CHOSEN.length()) : null,
        origin(origin),
        sender);
  }

  public static RunOrigin origin(String stored) {
    return RunOrigin.valueOf(stored.toUpperCase(Locale.ROOT));
  }

  /**
   * @param thread who may use its thread
   */
  public JobRecord toRecord(RunRow run, ThreadAccess thread) {
    return new JobRecord(
        new JobId(jobId),
        run.toRecord(thread),
        status(status),
        generation,
        delivery(),
        StoredInput.shown(this),
        new JobRecord.Attempts(
            attemptCount, maxAttempts, lastError, claimedBy, leaseUntil, availableAt),
        createdAt,
        updatedAt);
  }

  /** Returns whether an earlier job claimed its run. */
  public boolean resumes() {
    return dedupeKey != null && dedupeKey.startsWith(RESUMES);
  }

  public static JobStatus status(String wire) {
    return JobStatus.valueOf(wire.toUpperCase(Locale.ROOT));
  }

  public boolean hasStatus(JobStatus other) {
    return status.equals(other.wire());
  }
}

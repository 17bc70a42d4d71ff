package io.awaken.store.jpa;

import io.awaken.core.commit.Submission;
import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.mailbox.MailboxStore.Settings;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A mailbox job as inserted and read; all changes are conditional updates. */
@Entity
@Table(name = "awaken_job")
class JobRow {
  /** How the dedupe key of a job begins that goes on with a run that waited. */
  static final String RESUMES = "resume:";

  private static final int DEFAULT_PRIORITY = 128;

  @Column(name = "thread_id")
  String threadId;

  @Id
  @Column(name = "job_id")
  String jobId;

  @Column(name = "run_id")
  String runId;

  @Column(name = "status")
  String status;

  @Column(name = "priority")
  int priority;

  @Column(name = "generation")
  long generation;

  @Column(name = "available_at")
  long availableAt;

  @Column(name = "attempt_count")
  int attemptCount;

  @Column(name = "max_attempts")
  int maxAttempts;

  @Column(name = "claim_token")
  String claimToken;

  @Column(name = "claimed_by")
  String claimedBy;

  @Column(name = "lease_until")
  Long leaseUntil;

  @Column(name = "dedupe_key")
  String dedupeKey;

  @Column(name = "input")
  String input;

  @Column(name = "created_at")
  long createdAt;

  @Column(name = "updated_at")
  long updatedAt;

  /** For Hibernate. */
  protected JobRow() {}

  /**
   * A job that waits, or one that starts out claimed. Both keep their input: one of them for the
   * first claim, the other in case it comes to the dead letter.
   */
  JobRow(Submission submission, Settings settings, long generation, long now) {
    threadId = submission.threadId().value();
    jobId = submission.jobId().value();
    runId = submission.runId().value();
    priority = DEFAULT_PRIORITY;
    this.generation = generation;
    availableAt = now;
    maxAttempts = settings.maxAttempts();
    input = StoredJson.writeMessages(submission.messages());
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
    }
  }

  /** Whether its run was claimed with another job before. */
  boolean resumes() {
    return dedupeKey != null && dedupeKey.startsWith(RESUMES);
  }

  boolean hasStatus(JobStatus other) {
    return status.equals(other.wire());
  }
}

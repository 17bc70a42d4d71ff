package io.awaken.store.memory;

import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.mailbox.MailboxStore.Candidate;
import io.awaken.core.message.Message;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import java.util.Comparator;
import java.util.List;

/** A mailbox job. Guarded by the tables' lock. */
final class JobRow {
  /** Small numbers first, then the order of arrival. */
  static final Comparator<JobRow> ORDER =
      Comparator.<JobRow>comparingInt(job -> job.priority).thenComparingLong(job -> job.number);

  private static final int DEFAULT_PRIORITY = 128;

  final JobId id;
  final RunRow run;
  final List<Message> input;
  private final long number;
  private final long generation;
  int priority = DEFAULT_PRIORITY;
  JobStatus status = JobStatus.QUEUED;

  /** How often it was claimed. */
  int attempts;

  /** Claims that were handed back and do not count against the limit. */
  int released;

  ClaimToken token;
  long leaseUntil;

  /** Nobody claims it before. */
  long availableAt;

  /** Why it could not be executed the last time; null when there is nothing to say. */
  String lastError;

  /** When it got to its last status. */
  long updatedAt;

  /** Whether the run had been claimed before, by this job or another. */
  private boolean begun;

  JobRow(JobId id, RunRow run, List<Message> input, long number) {
    this.id = id;
    this.run = run;
    this.input = input;
    this.number = number;
    this.generation = run.thread.generation;
  }

  /** Whether its thread was interrupted since it was queued. */
  boolean outdated() {
    return generation < run.thread.generation;
  }

  /** Goes where the table of {@link JobStatus} leads, and nowhere else. */
  void go(JobStatus next) {
    if (!status.leadsTo(next)) {
      throw new IllegalStateException("job " + id + " cannot go from " + status + " to " + next);
    }
    status = next;
  }

  /** Attempts that count. */
  int failures() {
    return attempts - released;
  }

  /** Notes whose it is. */
  void claimed(ClaimToken by, long until) {
    begun = attempts > 0 || run.begun();
    attempts++;
    token = by;
    leaseUntil = until;
  }

  Claim claim() {
    ThreadRow thread = run.thread;
    var fence = new Fence(thread.id, run.id, id, token, thread.epoch, thread.messages.size());
    return new Claim(fence, run.agentId, run.caller, run.parentRunId, attempts, begun)
        .with(run.clientTools)
        .pinned(run.resolution);
  }

  Candidate candidate() {
    return new Candidate(id, run.thread.id, run.id);
  }
}

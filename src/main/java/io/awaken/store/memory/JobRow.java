package io.awaken.store.memory;

import io.awaken.core.decision.RunCommand.Attempts;
import io.awaken.core.decision.RunState;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.RunStarts;
import io.awaken.core.message.Message;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.Waited;
import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.thread.CutDecision;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/** A mailbox job. Guarded by the tables' lock. */
final class JobRow {
  /** Lower priorities first, then order of arrival. */
  static final Comparator<JobRow> ORDER =
      Comparator.<JobRow>comparingInt(job -> job.priority).thenComparingLong(job -> job.number);

  final JobId id;
  final RunRow run;
  final RunSpec spec;
  private final long number;
  private long generation;
  int priority;

  /** Unique among the thread's unfinished jobs. */
  String dedupeKey;

  final long createdAt;

  private String claimedBy;

  JobStatus status = JobStatus.QUEUED;

  int attempts;

  /** Claims that do not count against the limit. */
  int released;

  ClaimToken token;
  long leaseUntil;

  /** When the time of its run is used up; set while claimed. */
  long deadlineAt;

  /** Earliest time of the next claim. */
  long availableAt;

  /** Why the last execution failed; or null. */
  String lastError;

  /** Time of the last status change. */
  long updatedAt;

  /** Whether this job or an earlier one had claimed the run. */
  private boolean begun;

  private Waited waited;

  /**
   * @param spec what is asked of the run; a job that resumes it has neither input nor a cut
   * @param number its place in the order of arrival
   */
  JobRow(JobId id, RunRow run, RunSpec spec, long number, long now) {
    this.id = id;
    this.run = run;
    this.spec = spec;
    this.number = number;
    this.priority = spec.delivery().priority();
    this.dedupeKey = spec.delivery().dedupeKey();
    this.createdAt = now;
    this.availableAt = now + spec.delivery().delay().toMillis();
    this.generation = run.thread.generation;
  }

  List<Message> input() {
    return spec.messages();
  }

  /** Decides where its first claim cuts the thread; null for no cut. */
  CutDecision cut() {
    return spec.supersedes() == null || attempts > 0
        ? null
        : run.thread.decide(spec.supersedes(), !input().isEmpty());
  }

  /** Returns whether its thread was interrupted after it was queued. */
  boolean outdated() {
    return generation < run.thread.generation;
  }

  /** Changes the status as the table of {@link JobStatus} allows. */
  void go(JobStatus next) {
    if (!status.leadsTo(next)) {
      throw new IllegalStateException("job " + id + " cannot go from " + status + " to " + next);
    }
    status = next;
    if (next != JobStatus.QUEUED && next != JobStatus.CLAIMED) {
      dedupeKey = null;
    }
  }

  /** Returns the remaining time of its run, which is paused after the lease has expired. */
  long timeLeft(long now) {
    return deadlineAt - Math.min(now, leaseUntil);
  }

  /** Extends the lease and compensates the run's time for an expired lease. */
  void extend(long now, long lease) {
    deadlineAt += Math.max(0, now - leaseUntil);
    leaseUntil = now + lease;
  }

  /** Returns the state of its run. */
  RunState state() {
    return RunState.of(run.status, status, run.cancelRequested);
  }

  Attempts attempts(int most) {
    return new Attempts(attempts, released, most);
  }

  /** Sets its owner. */
  void claimed(ClaimToken by, String node, long now, Duration lease) {
    claimedBy = node;
    // Jobs that an interruption left in the queue join the new generation.
    generation = run.thread.generation;
    begun = attempts > 0 || run.begun();
    attempts++;
    token = by;
    leaseUntil = now + lease.toMillis();
    waited = Waited.at(now, createdAt, availableAt);
  }

  Claim claim() {
    ThreadRow thread = run.thread;
    var fence =
        new Fence(
            thread.id,
            run.id,
            id,
            token,
            thread.epoch,
            thread.messages.size(),
            thread.messageBytes,
            thread.commitId);
    return new Claim(
        fence,
        run.caller,
        spec.withDelivery(delivery()),
        thread.parentThreadId,
        attempts,
        begun,
        run.resolution,
        waited,
        null);
  }

  /** The first event of its run, for endings before the run's own events. */
  AgentEvent.RunStart runStart() {
    return RunStarts.of(
        run.thread.id,
        run.id,
        spec.lineage(run.thread.parentThreadId, run.caller),
        run.begun() ? spec.supersedes() : null);
  }

  Delivery delivery() {
    var delay = Duration.ofMillis(Math.max(0, availableAt - createdAt));
    return new Delivery(
        priority, delay, dedupeKey, spec.delivery().origin(), spec.delivery().sender());
  }

  JobRecord toRecord(int maxAttempts) {
    return new JobRecord(
        id,
        run.toRecord(),
        status,
        generation,
        delivery(),
        input(),
        new JobRecord.Attempts(
            attempts,
            maxAttempts,
            lastError,
            claimedBy,
            status == JobStatus.CLAIMED ? leaseUntil : null,
            availableAt),
        createdAt,
        updatedAt);
  }

  Candidate candidate() {
    return new Candidate(id, run.thread.id, run.id);
  }
}

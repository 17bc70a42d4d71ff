package io.awaken.store.memory;

import io.awaken.core.commit.OwnerlessEnding;
import io.awaken.core.commit.Submission;
import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.mailbox.MailboxStore;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The mailbox over {@link Tables}. */
final class MemoryMailboxStore implements MailboxStore {
  private final Tables tables;
  private final Settings settings;

  MemoryMailboxStore(Tables tables, Settings settings) {
    this.tables = tables;
    this.settings = settings;
  }

  @Override
  public SubmitResult submit(Submission submission) {
    return tables.call(() -> accept(submission));
  }

  private SubmitResult accept(Submission submission) {
    ThreadRow thread = tables.threads.get(submission.threadId());
    if (thread != null && !thread.tenant.equals(submission.caller().tenant())) {
      return new SubmitResult.Foreign();
    }
    if (thread != null && thread.latestRun != null && repeats(thread, submission)) {
      JobRow known = tables.jobs.get(submission.jobId());
      return known.token != null && known.token.equals(submission.claim())
          ? new SubmitResult.Claimed(claim(known))
          : new SubmitResult.Queued(known.id);
    }
    if (submission.claim() != null && thread != null && !free(thread)) {
      return new SubmitResult.Busy(thread.openRun == null ? null : thread.openRun.id);
    }
    JobRow job = insert(thread == null ? create(submission) : thread, submission);
    if (submission.claim() == null) {
      return new SubmitResult.Queued(job.id);
    }
    return new SubmitResult.Claimed(take(job, submission.claim()));
  }

  /** A submission whose answer was lost comes again with the same ids. */
  private boolean repeats(ThreadRow thread, Submission submission) {
    return thread.latestRun.id.equals(submission.runId())
        && tables.jobs.containsKey(submission.jobId());
  }

  private boolean free(ThreadRow thread) {
    return thread.slot == null
        && thread.openRun == null
        && tables.queued.values().stream().noneMatch(job -> job.run.thread == thread);
  }

  private ThreadRow create(Submission submission) {
    var caller = submission.caller();
    var made =
        new ThreadRow.NewThread(
            submission.threadId(), caller.tenant(), caller.subject(), null, null, null);
    var thread = new ThreadRow(made, tables.now());
    tables.threads.put(thread.id, thread);
    return thread;
  }

  private JobRow insert(ThreadRow thread, Submission submission) {
    var run = new RunRow(thread, submission, tables.now());
    var job = new JobRow(submission.jobId(), run, submission.messages(), tables.nextNumber());
    tables.runs.put(run.id, run);
    tables.jobs.put(job.id, job);
    tables.move(job, JobStatus.QUEUED);
    thread.latestRun = run;
    thread.updatedAt = tables.now();
    return job;
  }

  @Override
  public List<Candidate> due(int limit) {
    return tables.call(
        () -> {
          Set<ThreadRow> seen = new HashSet<>();
          return tables.queued.values().stream()
              .filter(job -> job.run.thread.openTo(job.run))
              .sorted(JobRow.ORDER)
              .filter(job -> seen.add(job.run.thread))
              .limit(limit)
              .map(JobRow::candidate)
              .toList();
        });
  }

  @Override
  public Optional<Claim> claim(Candidate candidate, ClaimToken token) {
    return tables.call(
        () -> {
          JobRow job = tables.jobs.get(candidate.jobId());
          if (job != null && token.equals(job.token)) {
            return Optional.of(claim(job));
          }
          if (job == null || job.status != JobStatus.QUEUED || !job.run.thread.openTo(job.run)) {
            return Optional.empty();
          }
          if (job.run.cancelRequested) {
            tables.end(job, JobStatus.CANCELLED, new TerminationReason.Cancelled());
            return Optional.empty();
          }
          return Optional.of(take(job, token));
        });
  }

  private Claim take(JobRow job, ClaimToken token) {
    ThreadRow thread = job.run.thread;
    if (job.attempts == 0) {
      thread.messages.append(job.input);
    }
    job.attempts++;
    job.token = token;
    job.leaseUntil = tables.now() + settings.lease().toMillis();
    tables.move(job, JobStatus.CLAIMED);
    thread.slot = job;
    thread.openRun = job.run;
    thread.epoch++;
    thread.updatedAt = tables.now();
    job.run.start(tables.now());
    return claim(job);
  }

  private static Claim claim(JobRow job) {
    RunRow run = job.run;
    ThreadRow thread = run.thread;
    var fence =
        new Fence(thread.id, run.id, job.id, job.token, thread.epoch, thread.messages.size());
    return new Claim(fence, run.agentId, run.caller, run.parentRunId, job.attempts);
  }

  @Override
  public Renewal renew(Collection<ClaimToken> tokens) {
    return tables.call(
        () -> {
          Set<ClaimToken> owned = new HashSet<>();
          Set<RunId> cancelled = new HashSet<>();
          for (JobRow job : tables.claimed.values()) {
            if (tokens.contains(job.token)) {
              job.leaseUntil = tables.now() + settings.lease().toMillis();
              owned.add(job.token);
              if (job.run.cancelRequested) {
                cancelled.add(job.run.id);
              }
            }
          }
          return new Renewal(Set.copyOf(owned), Set.copyOf(cancelled), Set.of());
        });
  }

  @Override
  public boolean release(Fence fence) {
    return tables.call(
        () -> {
          ThreadRow thread = tables.threads.get(fence.threadId());
          if (thread == null || !thread.ownedBy(fence)) {
            return false;
          }
          JobRow job = thread.slot;
          job.released++;
          tables.freeSlot(job);
          tables.move(job, JobStatus.QUEUED);
          return true;
        });
  }

  @Override
  public int reclaimExpired(int limit) {
    return tables.call(
        () -> {
          List<JobRow> expired =
              tables.claimed.values().stream()
                  .filter(job -> job.leaseUntil < tables.now())
                  .limit(limit)
                  .toList();
          expired.forEach(this::reclaim);
          return expired.size();
        });
  }

  private void reclaim(JobRow job) {
    tables.freeSlot(job);
    if (job.attempts - job.released < settings.maxAttempts()) {
      tables.move(job, JobStatus.QUEUED);
    } else {
      tables.end(job, JobStatus.DEAD_LETTER, OwnerlessEnding.attemptsUsedUp(job.attempts));
    }
  }

  @Override
  public long queueDepth() {
    return tables.call(() -> (long) tables.queued.size());
  }
}

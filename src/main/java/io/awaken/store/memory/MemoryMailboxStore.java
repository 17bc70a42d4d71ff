package io.awaken.store.memory;

import io.awaken.core.commit.OwnerlessEnding;
import io.awaken.core.commit.Submission;
import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.mailbox.MailboxStore;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The mailbox over {@link Tables}. */
final class MemoryMailboxStore implements MailboxStore {
  private final Tables tables;
  private final Settings settings;
  private final Interruptions interruptions;
  private final Submissions submissions;

  MemoryMailboxStore(Tables tables, Settings settings) {
    this.tables = tables;
    this.settings = settings;
    this.interruptions = new Interruptions(tables);
    this.submissions = new Submissions(tables, interruptions, settings);
  }

  @Override
  public SubmitResult submit(Submission submission) {
    return tables.call(() -> submissions.accept(submission));
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
            return Optional.of(job.claim());
          }
          if (job == null || job.status != JobStatus.QUEUED || !job.run.thread.openTo(job.run)) {
            return Optional.empty();
          }
          if (job.run.cancelRequested) {
            tables.end(job.run, new TerminationReason.Cancelled());
            return Optional.empty();
          }
          tables.take(job, token, settings.lease());
          return Optional.of(job.claim());
        });
  }

  @Override
  public Renewal renew(Collection<ClaimToken> tokens) {
    return tables.call(
        () -> {
          Set<ClaimToken> owned = new HashSet<>();
          Set<RunId> cancelled = new HashSet<>();
          Set<RunId> pending = new HashSet<>();
          for (JobRow job : tables.claimed.values()) {
            if (tokens.contains(job.token)) {
              job.leaseUntil = tables.now() + settings.lease().toMillis();
              owned.add(job.token);
              if (job.run.cancelRequested) {
                cancelled.add(job.run.id);
              }
              if (!job.run.inbox.isEmpty() || job.run.questions.anyDecided()) {
                pending.add(job.run.id);
              }
            }
          }
          return new Renewal(Set.copyOf(owned), Set.copyOf(cancelled), Set.copyOf(pending));
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
      tables.move(job, JobStatus.DEAD_LETTER);
      tables.end(job.run, OwnerlessEnding.attemptsUsedUp(job.attempts));
    }
  }

  @Override
  public Optional<Interrupted> interrupt(ThreadId threadId, Caller by) {
    return tables.call(
        () ->
            Optional.ofNullable(tables.threads.get(threadId))
                .filter(thread -> by.sees(thread.tenant, thread.owner))
                .map(interruptions::clear));
  }

  @Override
  public int takeOverInterrupted(Duration patience, int limit) {
    return tables.call(() -> interruptions.takeOver(patience, limit));
  }

  @Override
  public long queueDepth() {
    return tables.call(() -> (long) tables.queued.size());
  }
}

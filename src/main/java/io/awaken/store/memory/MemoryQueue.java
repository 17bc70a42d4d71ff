package io.awaken.store.memory;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.Plan.Step;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.mailbox.TenantTurns;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.job.ClaimStore;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.LeaseStore;
import io.awaken.core.store.job.LeaseStore.NackResult;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.job.MailboxStore.Collected;
import io.awaken.core.store.job.MailboxStore.Reclaimed;
import io.awaken.core.store.job.MailboxStore.Renewal;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.job.MailboxStore.Waiting;
import io.awaken.core.store.job.QueueStore;
import io.awaken.core.store.job.QueueStore.Collectable;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.job.RowPosition;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.ThreadStore.Page;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The queue of jobs over {@link Tables}: claims, leases and dead letters. */
final class MemoryQueue implements ClaimStore, LeaseStore, QueueStore {
  private final Tables tables;
  private final Settings settings;
  private final Pins pins;

  /**
   * @param pins documents for runs that start
   */
  MemoryQueue(Tables tables, Settings settings, Pins pins) {
    this.pins = pins;
    this.tables = tables;
    this.settings = settings;
  }

  @Override
  public MemoryQueue pinning(Pins runs) {
    return new MemoryQueue(tables, settings, runs);
  }

  @Override
  public List<Candidate> due(int limit, String after) {
    return tables.call(
        () -> {
          Set<ThreadRow> seen = new HashSet<>();
          var queues = new TreeMap<String, List<Candidate>>();
          tables.queued.values().stream()
              .filter(job -> job.run.thread.openTo(job.run) && job.availableAt <= tables.now())
              .sorted(JobRow.ORDER)
              .filter(job -> seen.add(job.run.thread))
              .map(JobRow::candidate)
              .forEach(
                  due ->
                      queues
                          .computeIfAbsent(due.threadId().tenant(), tenant -> new ArrayList<>())
                          .add(due));
          return TenantTurns.interleave(inTurn(queues, after), limit);
        });
  }

  private static List<List<Candidate>> inTurn(
      NavigableMap<String, List<Candidate>> queues, String after) {
    if (after == null) {
      return List.copyOf(queues.values());
    }
    var turns = new ArrayList<>(queues.tailMap(after, false).values());
    turns.addAll(queues.headMap(after, true).values());
    return turns;
  }

  @Override
  public Optional<Claim> claim(Candidate candidate, ClaimToken token) {
    return tables.call(
        () -> {
          JobRow job = tables.jobs.get(candidate.jobId());
          if (job != null && token.equals(job.token)) {
            return Optional.of(job.claim());
          }
          if (job == null || !claimable(job)) {
            return Optional.empty();
          }
          var claim =
              new RunCommand.Claim(job.run.cancelRequested, job.run.timeUsedUp(), unfit(job));
          return switch (RunRules.decide(job.state(), claim)) {
            case Step.TAKE -> {
              tables.take(job, token, settings, pins);
              yield Optional.of(job.claim());
            }
            case Plan.End end -> {
              end(job, token, end);
              yield Optional.empty();
            }
            default -> Optional.empty();
          };
        });
  }

  private TerminationReason.Error unfit(JobRow job) {
    ThreadLimits limits = settings.bounds().thread();
    ThreadRow thread = job.run.thread;
    boolean room =
        job.attempts > 0
            || job.input().isEmpty()
            || limits.hasRoom(
                thread.messages.size(),
                thread.messageBytes,
                job.input().size(),
                MessageBytes.of(job.input()));
    return RunRules.unfit(room, limits, job.cut());
  }

  private void end(JobRow job, ClaimToken token, Plan.End plan) {
    if (plan.job() == JobStatus.DEAD_LETTER) {
      job.claimed(token, settings.nodeId(), tables.now(), settings.lease());
      tables.move(job, JobStatus.CLAIMED);
      job.lastError = ((TerminationReason.Error) plan.why()).value();
    }
    tables.end(job.run, plan);
  }

  private boolean claimable(JobRow job) {
    return job.status == JobStatus.QUEUED
        && job.availableAt <= tables.now()
        && job.run.thread.openTo(job.run);
  }

  @Override
  public Renewal renew(Collection<ClaimToken> tokens) {
    return tables.call(
        () -> {
          Set<ClaimToken> owned = new HashSet<>();
          Set<RunId> cancelled = new HashSet<>();
          Set<RunId> pending = new HashSet<>();
          Set<ClaimToken> overdue = new HashSet<>();
          for (JobRow job : tables.claimed.values()) {
            if (tokens.contains(job.token)) {
              job.extend(tables.now(), settings.lease().toMillis());
              owned.add(job.token);
              if (job.run.cancelRequested) {
                cancelled.add(job.run.id);
              }
              if (!job.run.inbox.isEmpty() || job.run.questions.anyDecided()) {
                pending.add(job.run.id);
              }
              if (job.deadlineAt <= tables.now()) {
                overdue.add(job.token);
              }
            }
          }
          return new Renewal(
              Set.copyOf(owned),
              Set.copyOf(cancelled),
              Set.copyOf(pending),
              Set.of(),
              Set.copyOf(overdue));
        });
  }

  @Override
  public Optional<Duration> release(Fence fence, Duration wait) {
    return tables.call(
        () -> {
          ThreadRow thread = tables.threads.get(fence.threadId());
          if (thread == null || !thread.ownedBy(fence)) {
            return Optional.empty();
          }
          JobRow job = thread.slot;
          if (!(RunRules.decide(job.state(), new RunCommand.Release(wait))
              instanceof Plan.Requeue(Duration delay))) {
            return Optional.empty();
          }
          job.released++;
          job.availableAt = tables.now() + delay.toMillis();
          tables.releaseSlot(job);
          tables.move(job, JobStatus.QUEUED);
          return Optional.of(delay);
        });
  }

  @Override
  public NackResult nack(Fence fence, String error, boolean permanent) {
    return tables.call(
        () -> {
          ThreadRow thread = tables.threads.get(fence.threadId());
          return thread == null || !thread.ownedBy(fence)
              ? new NackResult.Lost()
              : nack(thread.slot, error, permanent);
        });
  }

  private NackResult nack(JobRow job, String error, boolean permanent) {
    var nack =
        new RunCommand.Nack(permanent, job.attempts(settings.maxAttempts()), settings.backoff());
    Plan plan = RunRules.decide(job.state(), nack);
    returnJob(job, error, plan);
    if (plan instanceof Plan.Requeue(Duration delay)) {
      job.availableAt = tables.now() + delay.toMillis();
      return new NackResult.Retried(delay);
    }
    return new NackResult.Dead();
  }

  /** Reclaims a job from its owner. */
  private void returnJob(JobRow job, String error, Plan plan) {
    tables.releaseSlot(job);
    job.lastError = error;
    if (plan instanceof Plan.End end) {
      tables.end(job.run, end);
    } else {
      tables.move(job, JobStatus.QUEUED);
    }
  }

  /** Every expired job can be reclaimed, so none is skipped. */
  @Override
  public Reclaimed reclaimExpired(int limit, RowPosition after) {
    return tables.call(
        () -> {
          List<JobRow> expired =
              tables.claimed.values().stream()
                  .filter(job -> job.leaseUntil < tables.now())
                  .limit(limit)
                  .toList();
          expired.forEach(this::reclaim);
          return new Reclaimed(expired.size(), expired.size() < limit ? null : RowPosition.START);
        });
  }

  private void reclaim(JobRow job) {
    var expired = new RunCommand.ExpireLease(job.attempts(settings.maxAttempts()));
    Plan plan = RunRules.decide(job.state(), expired);
    returnJob(job, "its lease ran out on " + settings.nodeId(), plan);
  }

  @Override
  public int forceEndOverdue(Duration patience, int limit) {
    return tables.call(
        () -> {
          List<JobRow> unstopped =
              tables.claimed.values().stream()
                  .filter(job -> late(job, patience) || interrupted(job, patience))
                  .limit(limit)
                  .toList();
          for (JobRow job : unstopped) {
            boolean late = late(job, patience);
            String error = late ? "it did not stop when its time was used up" : job.lastError;
            returnJob(job, error, RunRules.decide(job.state(), new RunCommand.ForceEnd(late)));
          }
          return unstopped.size();
        });
  }

  /** The sweep reclaims jobs with expired leases. */
  private boolean late(JobRow job, Duration patience) {
    long since = tables.now() - patience.plus(settings.lease()).toMillis();
    return job.deadlineAt <= since && job.leaseUntil >= tables.now();
  }

  private boolean interrupted(JobRow job, Duration patience) {
    return job.outdated() && job.run.cancelRequestedBy(tables.now() - patience.toMillis());
  }

  @Override
  public SubmitResult redrive(Redrive redrive) {
    return tables.call(() -> replace(redrive));
  }

  private SubmitResult replace(Redrive redrive) {
    JobRow dead = tables.jobs.get(redrive.dead());
    if (dead == null
        || !dead.run.thread.id.equals(redrive.threadId())
        || !redrive.sees(
            dead.run.thread.access(), dead.run.caller.tenant(), dead.run.caller.subject())) {
      return SubmitResult.Refused.jobNotFound(redrive.dead());
    }
    if (dead.status != JobStatus.DEAD_LETTER) {
      return again(redrive);
    }
    List<Message> input = tables.input(dead.run);
    var command =
        new RunCommand.Redrive(
            redrive.mayFor(dead.run.caller),
            !input.isEmpty(),
            dead.run.thread.queued,
            settings.bounds().queued());
    if (RunRules.decide(dead.state(), command) instanceof Plan.Answer(SubmitResult refused)) {
      return refused;
    }
    tables.move(dead, JobStatus.SUPERSEDED);
    JobRow next =
        tables.enqueue(
            dead.run.thread,
            redrive.submission(
                dead.run.caller,
                dead.run.id,
                dead.spec.withMessages(input).withDelivery(dead.delivery()),
                dead.run.begun()));
    next.run.copySpeakersOf(dead.run);
    return redrive.queued();
  }

  /**
   * Either this redrive succeeded and its answer was lost, or another one came first. The run id
   * distinguishes them; its job id may have changed.
   */
  private SubmitResult again(Redrive redrive) {
    RunRow made = tables.runs.get(redrive.runId());
    return made != null && made.thread.id.equals(redrive.threadId())
        ? redrive.queued()
        : SubmitResult.Refused.notDead();
  }

  @Override
  public Collected collect(Collectable what, Duration olderThan, RowPosition after, int limit) {
    return tables.call(
        () -> {
          long before = tables.now() - olderThan.toMillis();
          return switch (what) {
            case IDEMPOTENCY_KEYS -> page(tables.keys.forget(before, limit), limit);
            case DOCUMENTS -> tables.documents.collect(before);
            case ENDED_JOBS, DEAD_LETTERS, INBOX -> oldJobs(what, before, limit);
          };
        });
  }

  private static Collected page(int removed, int limit) {
    return new Collected(removed, removed < limit ? null : RowPosition.START);
  }

  @Override
  public Page<JobRecord> jobs(JobQuery query) {
    return tables.call(() -> Lists.jobs(tables, query, settings.maxAttempts()));
  }

  /** The inboxes of finished runs are empty, so there is nothing to collect. */
  private Collected oldJobs(Collectable what, long before, int limit) {
    List<JobRow> old =
        tables.jobs.values().stream()
            .filter(job -> obsolete(what, job) && job.updatedAt < before)
            .limit(limit)
            .toList();
    old.forEach(job -> tables.jobs.remove(job.id));
    return page(old.size(), limit);
  }

  private static boolean obsolete(Collectable what, JobRow job) {
    boolean dead = job.status == JobStatus.DEAD_LETTER;
    return job.run.status == RunStatus.DONE
        && switch (what) {
          case ENDED_JOBS -> !dead && job.status.next().isEmpty();
          case DEAD_LETTERS -> dead;
          case INBOX, IDEMPOTENCY_KEYS, DOCUMENTS -> false;
        };
  }

  /** Reports every duty, since checking costs nothing. */
  @Override
  public Waiting waiting() {
    return tables.call(
        () -> {
          boolean untold = tables.outbox.values().stream().anyMatch(row -> row.isDue(tables.now()));
          return new Waiting(true, true, true, false, untold);
        });
  }

  @Override
  public long queueDepth() {
    return tables.call(() -> (long) tables.queued.size());
  }
}

package io.awaken.contract;

import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.submission.SubmitMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a mailbox is, in the fewest words: who owns each thread, which generation it has, how often
 * each job was tried. Each method does what the store's is to do, and says what that is to answer.
 */
final class MailboxModel {
  final Map<JobId, Job> jobs = new LinkedHashMap<>();
  private final Map<ThreadId, Thread> threads = new HashMap<>();
  private final int maxAttempts;

  MailboxModel(int maxAttempts) {
    this.maxAttempts = maxAttempts;
  }

  /** A conversation: one job holds its slot, one run keeps it. */
  private static final class Thread {
    private long generation;
    private Job slot;
    private Job open;
  }

  /** A job and the only run that it carries. */
  static final class Job {
    final JobId id;
    final RunId run;
    private final Thread thread;
    private JobStatus status = JobStatus.QUEUED;
    private long generation;
    private int attempts;
    private int released;
    private ClaimToken owner;
    private boolean asked;
    private boolean done;
    private boolean backedOff;
    private boolean expired;

    private Job(JobId id, RunId run, Thread thread) {
      this.id = id;
      this.run = run;
      this.thread = thread;
      this.generation = thread.generation;
    }

    boolean queued() {
      return status == JobStatus.QUEUED;
    }

    boolean claimed() {
      return status == JobStatus.CLAIMED;
    }

    /** What everybody can see of it. */
    Seen seen() {
      return new Seen(status, generation, attempts, done);
    }
  }

  /** What a store shows of a job. */
  record Seen(JobStatus status, long generation, int attempts, boolean runDone) {}

  /**
   * What came of a submission: {@code Claimed}, {@code Queued} or {@code Refused}, and whom to
   * stop.
   */
  record Accepted(String how, RunId other) {}

  Accepted submit(ThreadId threadId, JobId id, RunId run, SubmitMode mode, ClaimToken token) {
    Thread thread = threads.computeIfAbsent(threadId, made -> new Thread());
    boolean free = free(thread);
    if (!free && mode == SubmitMode.REJECT) {
      return new Accepted("Refused", thread.open == null ? null : thread.open.run);
    }
    RunId stopping = null;
    if (!free && mode == SubmitMode.INTERRUPT) {
      stopping = clear(thread).stopping();
      free = stopping == null;
    }
    var job = new Job(id, run, thread);
    jobs.put(id, job);
    if (free && token != null) {
      take(job, token);
      return new Accepted("Claimed", null);
    }
    return new Accepted("Queued", stopping);
  }

  private boolean free(Thread thread) {
    return thread.slot == null && thread.open == null && queue(thread).isEmpty();
  }

  private List<Job> queue(Thread thread) {
    return those(job -> job.thread == thread && job.queued());
  }

  private List<Job> those(Predicate<Job> which) {
    return jobs.values().stream().filter(which).toList();
  }

  /** The first of each thread that is free, or the one of its open run. */
  Set<JobId> due() {
    var first = new HashMap<Thread, JobId>();
    those(this::claimable).forEach(job -> first.putIfAbsent(job.thread, job.id));
    return Set.copyOf(first.values());
  }

  private boolean claimable(Job job) {
    return job.queued()
        && !job.backedOff
        && job.thread.slot == null
        && (job.thread.open == null || job.thread.open == job);
  }

  /** Whether it is the claimant's now; one that was asked to stop ends instead. */
  boolean claim(JobId id, ClaimToken token) {
    Job job = jobs.get(id);
    if (!claimable(job)) {
      return false;
    }
    if (job.asked) {
      end(job, JobStatus.CANCELLED);
      return false;
    }
    take(job, token);
    return true;
  }

  private static void take(Job job, ClaimToken token) {
    job.status = JobStatus.CLAIMED;
    job.attempts++;
    job.generation = job.thread.generation;
    job.owner = token;
    job.expired = false;
    job.thread.slot = job;
    job.thread.open = job;
  }

  /** The job that this claim owns, or null. */
  private Job of(ClaimToken token) {
    return jobs.values().stream()
        .filter(job -> job.claimed() && token.equals(job.owner))
        .findFirst()
        .orElse(null);
  }

  boolean owns(ClaimToken token) {
    return of(token) != null;
  }

  boolean askedToStop(ClaimToken token) {
    return of(token).asked;
  }

  Set<ClaimToken> renew() {
    List<Job> owned = those(Job::claimed);
    owned.forEach(job -> job.expired = false);
    return owned.stream().map(job -> job.owner).collect(Collectors.toSet());
  }

  Set<RunId> askedToStop() {
    return those(job -> job.claimed() && job.asked).stream()
        .map(job -> job.run)
        .collect(Collectors.toSet());
  }

  boolean release(ClaimToken token) {
    Job job = of(token);
    if (job != null) {
      job.released++;
      requeue(job);
    }
    return job != null;
  }

  /** {@code Lost}, {@code Retried} or {@code Dead}. */
  String nack(ClaimToken token, boolean permanent) {
    Job job = of(token);
    if (job == null) {
      return "Lost";
    }
    if (!job.asked && (permanent || usedUp(job))) {
      end(job, JobStatus.DEAD_LETTER);
      return "Dead";
    }
    requeue(job);
    job.backedOff = !job.asked;
    return "Retried";
  }

  private boolean usedUp(Job job) {
    return job.attempts - job.released >= maxAttempts;
  }

  private static void requeue(Job job) {
    job.status = JobStatus.QUEUED;
    job.owner = null;
    job.thread.slot = null;
  }

  void finish(ClaimToken token) {
    end(of(token), JobStatus.ACCEPTED);
  }

  /** Gives a job its last status and ends its run; the thread is free then, if it was theirs. */
  private static void end(Job job, JobStatus last) {
    job.status = last;
    job.owner = null;
    job.done = true;
    Thread thread = job.thread;
    thread.slot = thread.slot == job ? null : thread.slot;
    thread.open = thread.open == job ? null : thread.open;
  }

  void expire() {
    those(Job::claimed).forEach(job -> job.expired = true);
  }

  void passBackoff() {
    jobs.values().forEach(job -> job.backedOff = false);
  }

  int sweep() {
    List<Job> expired = those(job -> job.claimed() && job.expired);
    for (Job job : expired) {
      if (usedUp(job)) {
        end(job, JobStatus.DEAD_LETTER);
      } else {
        requeue(job);
      }
    }
    return expired.size();
  }

  /** What an interruption did; null of a thread that is not there. */
  record Interrupted(long generation, RunId stopping, int superseded) {}

  Interrupted interrupt(ThreadId id) {
    return threads.containsKey(id) ? clear(threads.get(id)) : null;
  }

  private Interrupted clear(Thread thread) {
    thread.generation++;
    List<Job> queued = queue(thread);
    queued.forEach(job -> end(job, JobStatus.SUPERSEDED));
    if (thread.open != null) {
      thread.open.asked = true;
    }
    RunId stopping = thread.open == null ? null : thread.open.run;
    return new Interrupted(thread.generation, stopping, queued.size());
  }

  /** Ends what was interrupted and executes nevertheless. */
  int forceEndOverdue() {
    List<Job> overdue =
        those(job -> job.claimed() && job.asked && job.generation < job.thread.generation);
    overdue.forEach(job -> end(job, JobStatus.CANCELLED));
    return overdue.size();
  }

  CancelResult cancel(RunId run) {
    Job job = those(one -> Objects.equals(one.run, run)).getFirst();
    if (job.done) {
      return CancelResult.ALREADY_DONE;
    }
    if (job.queued()) {
      end(job, JobStatus.CANCELLED);
      return CancelResult.ENDED;
    }
    job.asked = true;
    return CancelResult.REQUESTED;
  }

  Map<JobId, Seen> seen() {
    return jobs.values().stream().collect(Collectors.toMap(job -> job.id, Job::seen));
  }

  List<Job> all() {
    return new ArrayList<>(jobs.values());
  }
}

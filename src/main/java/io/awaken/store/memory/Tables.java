package io.awaken.store.memory;

import io.awaken.core.commit.OwnerlessEnding;
import io.awaken.core.commit.RunTotals;
import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The rows, and the one lock around them: what a transaction is to a database. */
final class Tables {
  final Map<ThreadId, ThreadRow> threads = new HashMap<>();
  final Map<RunId, RunRow> runs = new HashMap<>();
  final Map<JobId, JobRow> jobs = new HashMap<>();
  final Map<JobId, JobRow> queued = new LinkedHashMap<>();
  final Map<JobId, JobRow> claimed = new LinkedHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final InstantSource clock;
  private long numbers;

  Tables(InstantSource clock) {
    this.clock = clock;
  }

  <T> T call(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  long now() {
    return clock.millis();
  }

  long nextNumber() {
    return ++numbers;
  }

  /** Moves a job to another status and keeps the indexes right. */
  void move(JobRow job, JobStatus status) {
    if (queued.remove(job.id) != null) {
      job.run.thread.queued--;
    }
    claimed.remove(job.id);
    job.status = status;
    switch (status) {
      case QUEUED -> {
        queued.put(job.id, job);
        job.run.thread.queued++;
      }
      case CLAIMED -> claimed.put(job.id, job);
      default -> job.token = null;
    }
  }

  /** Frees the slot of the job's thread; the run keeps the thread until it is done. */
  void freeSlot(JobRow job) {
    job.token = null;
    job.run.thread.slot = null;
    job.run.thread.updatedAt = now();
  }

  /**
   * Ends a run that nobody executes. Its epoch is its own, unless another run executes: that one's
   * fence stands, and a run that waits behind it has never had an owner.
   */
  void end(JobRow job, JobStatus status, TerminationReason why) {
    RunRow run = job.run;
    ThreadRow thread = run.thread;
    var ending = new OwnerlessEnding(thread.id, run.id, run.parentRunId, why);
    thread.epoch += thread.slot == null ? 1 : 0;
    run.segments.add(ending.segment(thread.epoch, run.lastSequence(), now()));
    var totals = new RunTotals();
    run.segments.forEach(segment -> totals.add(segment.entries()));
    run.end(totals.outcome(why), now());
    run.calls.replaceAll(
        (id, call) -> call.status().terminal() ? call : call.with(ToolCallStatus.CANCELLED));
    run.state.clear();
    thread.openRun = thread.openRun == run ? null : thread.openRun;
    thread.updatedAt = now();
    move(job, status);
  }
}

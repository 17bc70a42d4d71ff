package io.awaken.store.memory;

import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.mailbox.MailboxStore.Interrupted;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import java.time.Duration;
import java.util.List;

/**
 * Clears threads: what is queued or waits ends, what executes is asked to stop. Guarded by the
 * tables' lock.
 */
final class Interruptions {
  private final Tables tables;

  Interruptions(Tables tables) {
    this.tables = tables;
  }

  Interrupted clear(ThreadRow thread) {
    thread.generation++;
    thread.updatedAt = tables.now();
    List<JobRow> queued =
        tables.queued.values().stream().filter(job -> job.run.thread == thread).toList();
    for (JobRow job : queued) {
      tables.move(job, JobStatus.SUPERSEDED);
      tables.end(job.run, new TerminationReason.Cancelled());
    }
    if (thread.openRun != null && thread.slot == null) {
      tables.end(thread.openRun, new TerminationReason.Cancelled());
    } else if (thread.openRun != null) {
      thread.openRun.requestCancel(tables.now());
    }
    RunId stopping = thread.openRun == null ? null : thread.openRun.id;
    return new Interrupted(thread.generation, stopping, queued.size());
  }

  int takeOver(Duration patience, int limit) {
    long since = tables.now() - patience.toMillis();
    List<JobRow> overdue =
        tables.claimed.values().stream()
            .filter(job -> job.outdated() && job.run.cancelRequestedBy(since))
            .limit(limit)
            .toList();
    for (JobRow job : overdue) {
      tables.freeSlot(job);
      tables.move(job, JobStatus.CANCELLED);
      tables.end(job.run, new TerminationReason.Cancelled());
    }
    return overdue.size();
  }
}

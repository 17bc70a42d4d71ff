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
    return clear(thread, tables.queueOf(thread, false));
  }

  /** Clears a thread for a run that is to begin; jobs whose time has not come stay. */
  Interrupted makeRoom(ThreadRow thread) {
    List<JobRow> inTheWay =
        tables.queueOf(thread, false).stream()
            .filter(job -> job.availableAt <= tables.now() || job.run.begun())
            .toList();
    return clear(thread, inTheWay);
  }

  private Interrupted clear(ThreadRow thread, List<JobRow> queued) {
    thread.generation++;
    thread.updatedAt = tables.now();
    for (JobRow job : queued) {
      tables.move(job, JobStatus.SUPERSEDED);
      tables.end(job.run, new TerminationReason.Cancelled());
    }
    tables.queueOf(thread, false).forEach(JobRow::carryOver);
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

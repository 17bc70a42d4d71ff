package io.awaken.store.memory;

import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.mailbox.MailboxStore.Interrupted;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import java.time.Duration;
import java.util.List;

/**
 * Clears threads: what is queued or waits ends, what executes is asked to stop. Runs that whoever
 * wishes it must not know of stay as they are. Guarded by the tables' lock.
 */
final class Interruptions {
  private final Tables tables;

  Interruptions(Tables tables) {
    this.tables = tables;
  }

  Interrupted clear(ThreadRow thread, Caller by) {
    return clear(thread, by, tables.queueOf(thread, false)).done();
  }

  /** Clears a thread for a run that is to begin; jobs whose time has not come stay. */
  Cleared makeRoom(ThreadRow thread, Caller by) {
    List<JobRow> inTheWay =
        tables.queueOf(thread, false).stream()
            .filter(job -> job.availableAt <= tables.now() || job.run.begun())
            .toList();
    return clear(thread, by, inTheWay);
  }

  private Cleared clear(ThreadRow thread, Caller by, List<JobRow> inLine) {
    List<JobRow> queued = inLine.stream().filter(job -> job.run.seenBy(by)).toList();
    thread.generation++;
    thread.updatedAt = tables.now();
    for (JobRow job : queued) {
      tables.move(job, JobStatus.SUPERSEDED);
      tables.end(job.run, new TerminationReason.Cancelled());
    }
    RunRow open = thread.openRun;
    boolean spared = queued.size() < inLine.size() || open != null && !open.seenBy(by);
    return new Cleared(new Interrupted(thread.generation, stop(open, by), queued.size()), spared);
  }

  private RunId stop(RunRow open, Caller by) {
    if (open == null || !open.seenBy(by)) {
      return null;
    }
    if (open.thread.slot == null) {
      tables.end(open, new TerminationReason.Cancelled());
      return null;
    }
    open.requestCancel(tables.now());
    return open.id;
  }

  /**
   * What became of a thread.
   *
   * @param spared whether there is a run that the caller must not know of
   */
  record Cleared(Interrupted done, boolean spared) {}

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

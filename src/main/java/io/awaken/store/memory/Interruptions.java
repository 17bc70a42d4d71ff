package io.awaken.store.memory;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import java.util.List;

/**
 * Interrupts threads: cancels queued and waiting runs and asks the executing one to stop. Runs that
 * the caller cannot see are not affected. Guarded by the tables' lock.
 */
final class Interruptions {
  private final Tables tables;

  Interruptions(Tables tables) {
    this.tables = tables;
  }

  Interrupted clear(ThreadRow thread, Caller by) {
    return clear(thread, by, true).done();
  }

  /** Interrupts a thread for a new run; jobs that are not due stay. */
  Cleared makeRoom(ThreadRow thread, Caller by) {
    return clear(thread, by, false);
  }

  private Cleared clear(ThreadRow thread, Caller by, boolean all) {
    List<JobRow> inLine =
        tables.queueOf(thread, false).stream()
            .filter(job -> plan(job, all) instanceof Plan.End)
            .toList();
    List<JobRow> queued = inLine.stream().filter(job -> job.run.seenBy(by)).toList();
    thread.generation++;
    thread.updatedAt = tables.now();
    queued.forEach(job -> carryOut(job, plan(job, all)));
    RunRow open = thread.openRun;
    boolean hidden = open != null && !open.seenBy(by);
    boolean spared = queued.size() < inLine.size() || hidden;
    RunId stopping = null;
    if (open != null && !hidden) {
      JobRow job = tables.jobs.get(open.jobId);
      stopping = carryOut(job, plan(job, all));
    }
    return new Cleared(new Interrupted(thread.generation, stopping, queued.size()), spared);
  }

  private Plan plan(JobRow job, boolean all) {
    boolean due = job.availableAt <= tables.now();
    return RunRules.decide(job.state(), new RunCommand.Interrupt(due, all));
  }

  /** Returns the run that was asked to stop; null for none. */
  private RunId carryOut(JobRow job, Plan plan) {
    if (plan instanceof Plan.End end) {
      tables.end(job.run, end);
      return null;
    }
    job.run.requestCancel(tables.now());
    return job.run.id;
  }

  /**
   * The result for a thread.
   *
   * @param spared whether a run stayed because the caller cannot see it
   */
  record Cleared(Interrupted done, boolean spared) {}
}

package io.awaken.store.memory;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.message.Message;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.submission.SubmitResult;
import java.util.List;

/** Dead-letter jobs and their redrive. Guarded by the tables' lock. */
final class DeadLetters {
  private final Tables tables;
  private final Settings settings;

  DeadLetters(Tables tables, Settings settings) {
    this.tables = tables;
    this.settings = settings;
  }

  SubmitResult redrive(Redrive redrive) {
    JobRow dead = tables.jobs.get(redrive.dead());
    if (dead == null || !seen(dead.run, redrive)) {
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
                dead.spec.withMessages(input).withDelivery(dead.delivery()),
                dead.run.begun()));
    next.run.copySpeakersOf(dead.run);
    return queued(redrive);
  }

  private static boolean seen(RunRow run, Redrive redrive) {
    ThreadRow thread = run.thread;
    return thread.id.equals(redrive.threadId())
        && thread.access().allows(redrive.by(), ThreadAction.WRITE)
        && redrive.by().sees(run.caller.tenant(), run.caller.subject());
  }

  /**
   * Either this redrive succeeded and its answer was lost, or another one came first. The run id
   * distinguishes them; its job id may have changed.
   */
  private SubmitResult again(Redrive redrive) {
    RunRow made = tables.runs.get(redrive.runId());
    return made != null && made.thread.id.equals(redrive.threadId())
        ? queued(redrive)
        : SubmitResult.Refused.notDead();
  }

  private static SubmitResult queued(Redrive redrive) {
    return new SubmitResult.Queued(redrive.jobId());
  }
}

package io.awaken.store.memory;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.message.Message;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.submission.Submission;
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

  SubmitResult redrive(Redrive wish) {
    JobRow dead = tables.jobs.get(wish.dead());
    if (dead == null || !seen(dead.run, wish)) {
      return SubmitResult.Refused.jobNotFound(wish.dead());
    }
    if (dead.status != JobStatus.DEAD_LETTER) {
      return again(wish);
    }
    List<Message> input = tables.input(dead.run);
    var redrive =
        new RunCommand.Redrive(
            wish.mayFor(dead.run.caller),
            !input.isEmpty(),
            dead.run.thread.queued,
            settings.bounds().queued());
    if (RunRules.decide(dead.state(), redrive) instanceof Plan.Answer(SubmitResult refused)) {
      return refused;
    }
    tables.move(dead, JobStatus.SUPERSEDED);
    JobRow next = tables.enqueue(dead.run.thread, submission(dead, wish, input));
    next.run.copySpeakersOf(dead.run);
    return queued(wish);
  }

  private static boolean seen(RunRow run, Redrive wish) {
    ThreadRow thread = run.thread;
    return thread.id.equals(wish.threadId())
        && wish.by().sees(thread.tenant, thread.owner)
        && wish.by().sees(run.caller.tenant(), run.caller.subject());
  }

  /**
   * Either this redrive succeeded and its answer was lost, or another one came first. The run id
   * distinguishes them; its job id may have changed.
   */
  private SubmitResult again(Redrive wish) {
    RunRow made = tables.runs.get(wish.runId());
    return made != null && made.thread.id.equals(wish.threadId())
        ? queued(wish)
        : SubmitResult.Refused.notDead();
  }

  private static SubmitResult queued(Redrive wish) {
    return new SubmitResult.Queued(wish.jobId());
  }

  private static Submission submission(JobRow dead, Redrive wish, List<Message> input) {
    RunRow run = dead.run;
    return new Submission(
            wish.runId(),
            wish.threadId(),
            wish.jobId(),
            run.agentId,
            run.caller,
            run.parentRunId,
            wish.renamed(input),
            null)
        .with(run.clientTools)
        .with(run.overrides)
        .by(wish.delivery(dead.delivery()))
        .superseding(run.begun() ? null : dead.supersedes);
  }
}

package io.awaken.http.api.run;

import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.SuspensionStore;
import io.awaken.core.mailbox.DuplicateJob;
import io.awaken.core.mailbox.RunRequest;
import io.awaken.core.mailbox.RunSubmitter;
import io.awaken.core.mailbox.RunSubmitter.Accepted;
import io.awaken.core.mailbox.ThreadBusy;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadRecord;
import io.awaken.http.api.error.Refusals;
import io.awaken.http.api.request.MediaCheck;
import io.awaken.http.security.Ownership;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.SubmitQuota;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Accepts the runs that requests ask for: within the quota of their callers, and telling them what
 * stands against it as far as they may know.
 */
@Dependent
public class Acceptance {

  @Inject RunSubmitter submitter;
  @Inject RunStore runs;
  @Inject SuspensionStore suspensions;
  @Inject SubmitQuota quota;
  @Inject MediaCheck media;

  /**
   * Accepts a run for which nobody waits.
   *
   * @throws io.awaken.http.security.RefusedException 429 when the caller asks too often, 409 with
   *     what stands against it when there is something that the caller may know
   */
  public AcceptedView begin(RunRequest request) {
    Accepted accepted = accepted(submitter::background, request);
    return new AcceptedView(
        status(accepted), accepted.threadId(), accepted.runId(), accepted.jobId());
  }

  /**
   * Accepts a run, whoever reads it.
   *
   * @param how submits it
   * @throws io.awaken.http.security.RefusedException as {@link #begin} does
   */
  Accepted accepted(Function<RunRequest, Accepted> how, RunRequest request) {
    RunRequest checked = media.checked(request);
    quota.take(request.caller());
    try {
      return how.apply(checked);
    } catch (ThreadBusy busy) {
      RunId open = busy.openRun();
      throw told(busy, open, request, () -> BusyThread.of(open, suspensions.ofRun(open)));
    } catch (DuplicateJob earlier) {
      RunId run = earlier.runId();
      throw told(earlier, run, request, () -> new EarlierJob(earlier.jobId(), run));
    }
  }

  /** What keeps another with its dedupe key out. */
  record EarlierJob(JobId jobId, RunId runId) {}

  /** The refusal, with what stands against it where the caller may know of that run. */
  private RuntimeException told(
      RuntimeException failure, RunId standing, RunRequest request, Supplier<Record> details) {
    Optional<RunRecord> run = Optional.ofNullable(standing).flatMap(runs::find);
    return Ownership.seen(run, request.caller()).isEmpty()
        ? failure
        : Refusals.of(failure).orElseThrow().with(details.get()).exception();
  }

  /**
   * The agent that a request names, else the one that was asked last in the thread, if the caller
   * may know of that.
   *
   * @throws io.awaken.http.security.RefusedException 400 when there is none
   */
  public String agent(String named, ThreadRecord thread, Caller caller) {
    if (named != null) {
      Ids.check("agent_id", named);
      return named;
    }
    Optional<RunRecord> latest = Optional.ofNullable(thread.latestRunId()).flatMap(runs::find);
    return Ownership.seen(latest, caller)
        .map(RunRecord::agentId)
        .orElseThrow(() -> Refusal.missing("agent_id").exception());
  }

  private String status(Accepted accepted) {
    return switch (accepted.how()) {
      case BEGUN, STEERED -> RunStatus.RUNNING.wire();
      case QUEUED -> "queued";
      case REPEATED ->
          runs.find(accepted.runId())
              .map(RunRecord::status)
              .filter(status -> status != RunStatus.CREATED)
              .map(RunStatus::wire)
              .orElse("queued");
    };
  }
}

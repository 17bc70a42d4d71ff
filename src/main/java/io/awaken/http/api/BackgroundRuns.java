package io.awaken.http.api;

import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.SuspensionRecord;
import io.awaken.core.commit.SuspensionStore;
import io.awaken.core.mailbox.RunRequest;
import io.awaken.core.mailbox.RunSubmitter;
import io.awaken.core.mailbox.RunSubmitter.Accepted;
import io.awaken.core.mailbox.ThreadBusy;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadRecord;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.SubmitQuota;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Begins what requests ask for, in threads that are there, without anybody who reads along. */
@Dependent
public class BackgroundRuns {

  @Inject RunSubmitter submitter;
  @Inject RunStore runs;
  @Inject SuspensionStore suspensions;
  @Inject SubmitQuota quota;

  AcceptedView begin(RunRequest request) {
    Accepted accepted = accepted(submitter::background, request);
    return new AcceptedView(
        status(accepted), accepted.threadId(), accepted.runId(), accepted.jobId());
  }

  /**
   * Says of a thread that is busy what it waits for.
   *
   * @throws io.awaken.http.security.RefusedException 429 when the caller asks too often
   */
  Accepted accepted(Function<RunRequest, Accepted> how, RunRequest request) {
    quota.take(request.caller());
    try {
      return how.apply(request);
    } catch (ThreadBusy busy) {
      RunId open = busy.openRun();
      throw BusyThread.refusal(busy, asked(open, request.caller())).exception();
    }
  }

  /** What the run that keeps a thread asks, as far as the caller may know. */
  private List<SuspensionRecord> asked(RunId open, Caller caller) {
    return open == null
        ? List.of()
        : suspensions.ofRun(open).stream()
            .filter(each -> caller.sees(each.tenant(), each.requester()))
            .toList();
  }

  /**
   * The agent that a request names, else the one that was asked last in the thread.
   *
   * @throws io.awaken.http.security.RefusedException 400 when there is none
   */
  String agent(String named, ThreadRecord thread) {
    if (named != null) {
      Ids.check("agent_id", named);
      return named;
    }
    return Optional.ofNullable(thread.latestRunId())
        .flatMap(runs::find)
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

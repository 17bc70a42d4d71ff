package io.awaken.http.api.run;

import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.Cost;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.http.api.suspension.SuspensionView;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import java.util.List;
import java.util.function.Supplier;

/** A run on the wire; times are seconds (features row 163). */
record RunView(
    @Required RunId runId,
    @Required ThreadId threadId,
    @Required String agentId,
    RunId parentRunId,
    JobId jobId,
    long generation,
    String resolutionId,
    @Required RunStatus status,
    TerminationReason terminationReason,
    String terminationCode,
    String finalOutput,
    ErrorPayload errorPayload,
    Waiting waiting,
    Outcome outcome,
    long createdAt,
    Long startedAt,
    Long finishedAt,
    long updatedAt,
    int steps,
    long inputTokens,
    long outputTokens,
    @Described(
            "What the model calls cost, as far as their models have prices; left out where none"
                + " has, and until the run is over.")
        Cost cost,
    @Described("Settings of the model calls of this run alone; left out where there are none.")
        InferenceOverride overrides) {

  /**
   * How the run ended.
   *
   * @param errorPayload what went wrong; null when nothing did
   */
  record Outcome(
      TerminationReason terminationReason, String finalOutput, ErrorPayload errorPayload) {

    static Outcome of(TerminationReason why, String finalOutput) {
      return new Outcome(why, finalOutput, ErrorPayload.of(why));
    }
  }

  /** What went wrong, fit for clients. */
  record ErrorPayload(String message) {

    /**
     * @return null when nothing went wrong, or the run is not over
     */
    static ErrorPayload of(TerminationReason why) {
      return why instanceof TerminationReason.Error error ? new ErrorPayload(error.value()) : null;
    }
  }

  /**
   * What the run waits for.
   *
   * @param reason machine readable; {@code decision} while a question is open, {@code resume} when
   *     all that count are decided and the run is about to go on
   * @param ticketIds ids of the open questions, oldest first
   * @param tickets these questions
   * @param sinceJobId the job with which the run came to wait; null when it is about to go on
   * @param message for people
   */
  record Waiting(
      @Required String reason,
      @Required List<String> ticketIds,
      @Required List<SuspensionView> tickets,
      JobId sinceJobId,
      @Required String message) {

    static Waiting of(JobId job, List<SuspensionRecord> questions) {
      var open =
          questions.stream()
              .filter(each -> each.status() == SuspensionStatus.OPEN)
              .map(SuspensionView::of)
              .toList();
      return new Waiting(
          open.isEmpty() ? "resume" : "decision",
          open.stream().map(SuspensionView::id).toList(),
          open,
          open.isEmpty() ? null : job,
          open.isEmpty() ? "every question is decided; the run goes on" : text(open));
    }
  }

  private static String text(List<SuspensionView> open) {
    return open.size() == 1 && open.getFirst().message() != null
        ? open.getFirst().message()
        : "tool calls that wait for a decision: " + open.size();
  }

  /**
   * @param questions what the run has asked; looked at only while it waits
   */
  static RunView of(RunRecord run, Supplier<List<SuspensionRecord>> questions) {
    boolean waits = run.status() == RunStatus.WAITING;
    return of(run, waits ? Waiting.of(run.jobId(), questions.get()) : null);
  }

  private static RunView of(RunRecord run, Waiting waiting) {
    TerminationReason why = run.termination();
    return new RunView(
        run.runId(),
        run.threadId(),
        run.agentId(),
        run.parentRunId(),
        run.jobId(),
        run.generation(),
        run.resolution(),
        run.status(),
        why,
        why == null ? null : code(why),
        run.finalOutput(),
        ErrorPayload.of(why),
        waiting,
        why == null ? null : Outcome.of(why, run.finalOutput()),
        seconds(run.createdAt()),
        secondsOrNull(run.startedAt()),
        secondsOrNull(run.finishedAt()),
        seconds(run.updatedAt()),
        run.steps(),
        run.inputTokens(),
        run.outputTokens(),
        run.cost(),
        run.overrides().equals(InferenceOverride.NONE) ? null : run.overrides());
  }

  /** One word for why it ended: of a limit which one. */
  static String code(TerminationReason why) {
    return switch (why) {
      case TerminationReason.NaturalEnd end -> "natural_end";
      case TerminationReason.BehaviorRequested asked -> "behavior_requested";
      case TerminationReason.Stopped stopped -> stopped.value().code();
      case TerminationReason.Cancelled cancelled -> "cancelled";
      case TerminationReason.Blocked blocked -> "blocked";
      case TerminationReason.Suspended suspended -> "suspended";
      case TerminationReason.Error error -> "error";
    };
  }

  private static long seconds(long millis) {
    return Math.floorDiv(millis, 1_000L);
  }

  private static Long secondsOrNull(Long millis) {
    return millis == null ? null : seconds(millis);
  }
}

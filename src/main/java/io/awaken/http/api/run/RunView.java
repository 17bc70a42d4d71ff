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

/** A run on the wire; times are seconds (features row 163), and milliseconds as everywhere else. */
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
    long createdAtMs,
    Long startedAtMs,
    Long finishedAtMs,
    long updatedAtMs,
    int steps,
    long inputTokens,
    long outputTokens,
    @Described(
            "Cost of the model calls whose models have prices; omitted if none"
                + " has, and until the run ends.")
        Cost cost,
    @Described("Settings for the model calls of this run only; omitted without any.")
        InferenceOverride overrides) {

  /**
   * How the run ended.
   *
   * @param errorPayload the error; null without one
   */
  record Outcome(
      TerminationReason terminationReason, String finalOutput, ErrorPayload errorPayload) {

    static Outcome of(TerminationReason why, String finalOutput) {
      return new Outcome(why, finalOutput, ErrorPayload.of(why));
    }
  }

  /** The error, fit for clients. */
  record ErrorPayload(String message) {

    /**
     * @return null without an error, or while the run is open
     */
    static ErrorPayload of(TerminationReason why) {
      return why instanceof TerminationReason.Error error ? new ErrorPayload(error.value()) : null;
    }
  }

  /**
   * What the run waits for.
   *
   * @param reason machine-readable; {@code decision} while a question is open, {@code delegate}
   *     while the run waits for other runs only, {@code task} while it waits for its background
   *     tasks, {@code resume} when it is about to resume
   * @param ticketIds ids of the open questions, oldest first
   * @param tickets the open questions
   * @param sinceJobId the job that suspended the run; null when it is about to resume
   * @param message for people
   */
  record Waiting(
      @Required String reason,
      @Required List<String> ticketIds,
      @Required List<SuspensionView> tickets,
      JobId sinceJobId,
      @Required String message) {

    /**
     * @param complete whether these are all questions; otherwise only the open ones of people
     */
    static Waiting of(JobId job, List<SuspensionRecord> questions, boolean complete) {
      var open =
          questions.stream()
              .filter(each -> each.status() == SuspensionStatus.OPEN && each.ofPeople())
              .map(SuspensionView::of)
              .toList();
      boolean delegates =
          questions.stream()
              .anyMatch(each -> each.status() == SuspensionStatus.OPEN && !each.ofPeople());
      boolean resumes =
          !complete
              || questions.stream().anyMatch(each -> each.status() == SuspensionStatus.DECIDED);
      String idle = delegates ? "delegate" : resumes ? "resume" : "task";
      return new Waiting(
          open.isEmpty() ? idle : "decision",
          open.stream().map(SuspensionView::id).toList(),
          open,
          idle.equals("resume") && open.isEmpty() ? null : job,
          open.isEmpty() ? text(idle) : text(open));
    }
  }

  private static String text(String idle) {
    return switch (idle) {
      case "delegate" -> "the run waits for runs of its delegates";
      case "task" -> "the run waits for its background tasks";
      default -> "every question is decided; the run is about to resume";
    };
  }

  private static String text(List<SuspensionView> open) {
    return open.size() == 1 && open.getFirst().message() != null
        ? open.getFirst().message()
        : "tool calls that wait for a decision: " + open.size();
  }

  /**
   * @param questions supplies the run's questions; read only while it waits
   */
  static RunView of(RunRecord run, Supplier<List<SuspensionRecord>> questions) {
    boolean waits = run.status() == RunStatus.WAITING;
    return of(run, waits ? Waiting.of(run.jobId(), questions.get(), true) : null);
  }

  /**
   * A run of a list.
   *
   * @param open its open questions of people
   */
  static RunView listed(RunRecord run, List<SuspensionRecord> open) {
    boolean waits = run.status() == RunStatus.WAITING;
    return of(run, waits ? Waiting.of(run.jobId(), open, false) : null);
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
        run.createdAt(),
        run.startedAt(),
        run.finishedAt(),
        run.updatedAt(),
        run.steps(),
        run.inputTokens(),
        run.outputTokens(),
        run.cost(),
        run.spec().overrides().equals(InferenceOverride.NONE) ? null : run.spec().overrides());
  }

  /** The reason of the ending in one word; names the limit that was reached. */
  static String code(TerminationReason why) {
    return why instanceof TerminationReason.Stopped stopped ? stopped.value().code() : why.kind();
  }

  private static long seconds(long millis) {
    return Math.floorDiv(millis, 1_000L);
  }

  private static Long secondsOrNull(Long millis) {
    return millis == null ? null : seconds(millis);
  }
}

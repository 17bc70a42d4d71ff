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
import io.awaken.core.suspension.AwaitedRun;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.http.api.suspension.SuspensionView;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

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
   * @param delegates the runs that calls wait for, of this run and of runs below; null for none
   */
  record Waiting(
      @Required String reason,
      @Required List<String> ticketIds,
      @Required List<SuspensionView> tickets,
      JobId sinceJobId,
      @Required String message,
      List<Delegate> delegates) {

    /**
     * @param complete whether these are all questions; otherwise only the open ones
     */
    static Waiting of(
        JobId job,
        List<SuspensionRecord> questions,
        boolean complete,
        Function<List<RunId>, Map<RunId, RunStatus>> states) {
      var open =
          questions.stream()
              .filter(each -> each.status() == SuspensionStatus.OPEN && each.ofPeople())
              .map(SuspensionView::of)
              .toList();
      List<Delegate> awaited = Delegate.of(questions, states);
      boolean delegates = !awaited.isEmpty();
      boolean resumes =
          !complete
              || questions.stream().anyMatch(each -> each.status() == SuspensionStatus.DECIDED);
      String idle = delegates ? "delegate" : resumes ? "resume" : "task";
      return new Waiting(
          open.isEmpty() ? idle : "decision",
          open.stream().map(SuspensionView::id).toList(),
          open,
          idle.equals("resume") && open.isEmpty() ? null : job,
          open.isEmpty() ? text(idle) : text(open),
          delegates ? awaited : null);
    }
  }

  /**
   * A run that a call waits for.
   *
   * @param parentRunId the run of the call
   * @param status null if it was deleted
   */
  @Schema(name = "DelegateRun")
  record Delegate(
      @Required RunId runId,
      @Required String threadId,
      @Required String agentId,
      @Required RunId parentRunId,
      @Required String toolCallId,
      RunStatus status) {

    static List<Delegate> of(
        List<SuspensionRecord> questions, Function<List<RunId>, Map<RunId, RunStatus>> states) {
      List<SuspensionRecord> waiting =
          questions.stream()
              .filter(each -> each.status() == SuspensionStatus.OPEN && !each.ofPeople())
              .toList();
      if (waiting.isEmpty()) {
        return List.of();
      }
      Map<RunId, RunStatus> known =
          states.apply(waiting.stream().map(each -> runOf(each)).toList());
      return waiting.stream()
          .map(
              each -> {
                AwaitedRun run = AwaitedRun.of(each.ticket());
                return new Delegate(
                    runOf(each),
                    run.threadId(),
                    run.agentId(),
                    each.key().runId(),
                    each.callId(),
                    known.get(runOf(each)));
              })
          .toList();
    }

    static RunId runOf(SuspensionRecord waiting) {
      return new RunId(AwaitedRun.of(waiting.ticket()).runId());
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
   * @param states reads the states of runs; only if calls wait for some
   */
  static RunView of(
      RunRecord run,
      Supplier<List<SuspensionRecord>> questions,
      Function<List<RunId>, Map<RunId, RunStatus>> states) {
    boolean waits = run.status() == RunStatus.WAITING;
    return of(run, waits ? Waiting.of(run.jobId(), questions.get(), true, states) : null);
  }

  /**
   * A run of a list.
   *
   * @param open its open questions
   * @param states as for one run
   */
  static RunView listed(
      RunRecord run,
      List<SuspensionRecord> open,
      Function<List<RunId>, Map<RunId, RunStatus>> states) {
    boolean waits = run.status() == RunStatus.WAITING;
    return of(run, waits ? Waiting.of(run.jobId(), open, false, states) : null);
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

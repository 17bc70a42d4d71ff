package io.awaken.http.api;

import io.awaken.core.commit.SuspensionRecord;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.http.openapi.Required;
import java.util.List;
import java.util.function.Supplier;

/** A run on the wire; times are seconds (features row 163, section 3.2). */
record RunView(
    @Required RunId runId,
    @Required ThreadId threadId,
    @Required String agentId,
    RunId parentRunId,
    String resolutionId,
    @Required RunStatus status,
    TerminationReason terminationReason,
    String finalOutput,
    Waiting waiting,
    Outcome outcome,
    long createdAt,
    Long startedAt,
    Long finishedAt,
    long updatedAt,
    int steps,
    long inputTokens,
    long outputTokens) {

  /** How the run ended. */
  record Outcome(TerminationReason terminationReason, String finalOutput) {}

  /**
   * What the run waits for.
   *
   * @param reason machine readable; {@code decision} while a question is open, {@code resume} when
   *     all that count are decided and the run is about to go on
   * @param ticketIds ids of the open questions, oldest first
   * @param tickets these questions
   * @param message for people
   */
  record Waiting(
      @Required String reason,
      @Required List<String> ticketIds,
      @Required List<SuspensionView> tickets,
      @Required String message) {

    static Waiting of(List<SuspensionRecord> questions) {
      var open =
          questions.stream()
              .filter(each -> each.status() == SuspensionStatus.OPEN)
              .map(SuspensionView::of)
              .toList();
      return new Waiting(
          open.isEmpty() ? "resume" : "decision",
          open.stream().map(SuspensionView::id).toList(),
          open,
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
    TerminationReason why = run.termination();
    return new RunView(
        run.runId(),
        run.threadId(),
        run.agentId(),
        run.parentRunId(),
        run.resolution(),
        run.status(),
        why,
        run.finalOutput(),
        run.status() == RunStatus.WAITING ? Waiting.of(questions.get()) : null,
        why == null ? null : new Outcome(why, run.finalOutput()),
        seconds(run.createdAt()),
        secondsOrNull(run.startedAt()),
        secondsOrNull(run.finishedAt()),
        seconds(run.updatedAt()),
        run.steps(),
        run.inputTokens(),
        run.outputTokens());
  }

  private static long seconds(long millis) {
    return Math.floorDiv(millis, 1_000L);
  }

  private static Long secondsOrNull(Long millis) {
    return millis == null ? null : seconds(millis);
  }
}

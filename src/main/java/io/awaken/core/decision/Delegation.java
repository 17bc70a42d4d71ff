package io.awaken.core.decision;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.JobId;
import io.awaken.core.run.ParentCall;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.run.OwnerlessEnding;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.text.WholeText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Decides whether a call may start a run, and what it gets when that run ends. */
public final class Delegation {

  /** The reserved id of the decision that the end of a run makes; also replaces the subject. */
  public static final String BY = "delegate";

  /** The custom event that tells readers that a run was started. */
  public static final String STARTED = "subagent_started";

  /** The custom event that tells readers that it answered. */
  public static final String FINISHED = "subagent_finished";

  /** The custom event that tells readers that it ended without an answer. */
  public static final String FAILED = "subagent_failed";

  /** The status of a run that answered. */
  public static final String COMPLETED = "completed";

  /** Limit of an answer in characters; the rest stays readable in the thread of the run. */
  private static final int MAX_RESPONSE = 256 * 1024;

  /** Limit of the answer of a task in characters, since its thread reads it unasked. */
  public static final int MAX_TASK_RESPONSE = 32 * 1024;

  private static final int MAX_REASON = 1024;

  /** The reserved sender of the messages that tell of tasks. */
  private static final String TASK = "task";

  private static final Delivery TOLD = Delivery.USUAL.from(RunOrigin.INTERNAL, null);

  private static final String TIMEOUT = "timeout";

  private Delegation() {}

  /**
   * Limits of the runs below one run, and of the tasks of its thread (scenario S35).
   *
   * @param depth delegations above a run, at least 1; default 5
   * @param width runs that one run waits for at once, with the unfinished tasks of its thread, at
   *     least 1; default 32
   * @param tasks tasks of a thread in all, at least 1; default 256
   */
  public record Limits(int depth, int width, int tasks) {
    public static final Limits DEFAULT = new Limits(5, 32, 256);
  }

  /**
   * Why a call may start no run, for the model; empty when it may.
   *
   * @param depth delegations above the run of the call
   * @param open runs that this run waits for
   */
  public static Optional<String> refusal(int depth, long open, Limits limits) {
    if (depth >= limits.depth()) {
      return Optional.of(
          "this run is "
              + depth
              + " delegations deep, the limit is "
              + limits.depth()
              + "; do the work without a delegate");
    }
    return open < limits.width()
        ? Optional.empty()
        : Optional.of(
            "this run waits for "
                + open
                + " delegates, the limit is "
                + limits.width()
                + "; delegate again when they have answered");
  }

  /**
   * Why a call may start no task, for the model; empty when it may.
   *
   * @param depth delegations above the run of the call
   * @param open unfinished tasks of the thread, and runs that this run waits for
   * @param all tasks that the thread has had
   */
  public static Optional<String> taskRefusal(int depth, long open, int all, Limits limits) {
    if (depth >= limits.depth()) {
      return refusal(depth, open, limits);
    }
    if (all >= limits.tasks()) {
      return Optional.of("this thread has had " + all + " tasks, which is the limit");
    }
    return open < limits.width()
        ? Optional.empty()
        : Optional.of(
            open
                + " tasks and delegates are unfinished, the limit is "
                + limits.width()
                + "; start another when one has ended");
  }

  /**
   * The decision that answers the call (features row 197).
   *
   * @param outcome of the run, with its call
   * @param now epoch milliseconds
   */
  public static Decision answer(RunOutcome outcome, long now) {
    ObjectNode result = result(outcome, MAX_RESPONSE);
    return new Decision(BY, DecisionAction.RESUME, result, reason(outcome.termination()), now);
  }

  private static ObjectNode result(RunOutcome outcome, int most) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("agent_id", outcome.parent().agentId()).put("status", status(outcome.termination()));
    if (outcome.finalOutput() != null) {
      result.put("response", WholeText.cut(outcome.finalOutput(), most));
    }
    return result.put("steps", outcome.steps());
  }

  /**
   * The message that tells a thread how one of its tasks has ended: for the run that started it, or
   * the input of a new run of the same agent and caller. Its id follows from that of the ended run,
   * so that each end is told once.
   *
   * @param ended the ended run of the task
   * @param outcome of that run, with its call
   * @param agentId the agent of the run that started it
   * @param caller of that run
   */
  public static Submission told(RunId ended, RunOutcome outcome, String agentId, Caller caller) {
    ParentCall call = outcome.parent();
    RunId task = call.task() == null ? ended : call.task();
    ObjectNode result = JsonNodeFactory.instance.objectNode().put("task_id", task.value());
    result.setAll(result(outcome, MAX_TASK_RESPONSE));
    String reason = reason(outcome.termination());
    if (reason != null) {
      result.put("reason", WholeText.cut(reason, MAX_REASON));
    }
    String id =
        UUID.nameUUIDFromBytes(("task " + ended.value()).getBytes(StandardCharsets.UTF_8))
            .toString();
    Message message = Message.user(id, "A background task has ended: " + result);
    RunSpec spec = RunSpec.of(agentId, null, List.of(message.sentBy(TASK))).withDelivery(TOLD);
    return new Submission(new RunId(id), call.threadId(), new JobId(id), caller, spec);
  }

  /** What was asked of a run, with the delivery that inboxes do not store. */
  public static RunSpec read(RunSpec stored) {
    boolean told =
        !stored.messages().isEmpty()
            && stored.messages().stream().allMatch(message -> TASK.equals(message.sender()));
    return told ? stored.withDelivery(TOLD) : stored;
  }

  /** How a run ended: {@code completed}, {@code failed}, {@code cancelled} or {@code timeout}. */
  public static String status(TerminationReason why) {
    return switch (why) {
      case TerminationReason.NaturalEnd end -> COMPLETED;
      case TerminationReason.BehaviorRequested requested -> COMPLETED;
      case TerminationReason.Stopped(var stop) -> stop.code().equals(TIMEOUT) ? TIMEOUT : COMPLETED;
      case TerminationReason.Cancelled cancelled -> "cancelled";
      case TerminationReason.Blocked blocked -> "failed";
      case TerminationReason.Error error ->
          error.equals(OwnerlessEnding.timeUsedUp()) ? TIMEOUT : "failed";
      case TerminationReason.Suspended waits ->
          throw new IllegalArgumentException("it has not ended");
    };
  }

  private static String reason(TerminationReason why) {
    return switch (why) {
      case TerminationReason.Stopped(var stop) ->
          stop.detail() == null ? stop.code() : stop.detail();
      case TerminationReason.Blocked(var reason) -> reason;
      case TerminationReason.Error(var reason) -> reason;
      default -> null;
    };
  }
}

package io.awaken.core.loop.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.decision.Delegation;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.QueueHints;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.Ids;
import io.awaken.core.run.JobId;
import io.awaken.core.run.ParentCall;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.AwaitedRun;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.tool.DelegateTool;
import java.util.List;
import java.util.Optional;

/**
 * Starts the runs of delegates and reads their ends. The call waits like one with a question, which
 * the last commit of the other run decides. Tasks are such runs for which no call waits. Stateless.
 */
public final class ChildRuns {

  private final Ids ids;
  private final Delegation.Limits limits;
  private final RunStore runs;
  private final QueueHints queue;

  /**
   * @param ids of the runs, their threads, jobs and messages
   * @param limits of the runs below one run
   * @param runs finds tasks
   * @param queue cancels tasks and sends them messages
   */
  public ChildRuns(Ids ids, Delegation.Limits limits, RunStore runs, QueueHints queue) {
    this.ids = ids;
    this.limits = limits;
    this.runs = runs;
    this.queue = queue;
  }

  /** Suspends the call of a delegate, unless too many runs are above it or beside it. */
  PreparedCall entered(Activation run, PreparedCall call) {
    if (!call.ready() || !call.delegates()) {
      return call;
    }
    Optional<String> refusal =
        Delegation.refusal(depth(run), run.questions().waitingForRuns(), limits);
    if (refusal.isPresent()) {
      return call.settled(
          ToolResult.errorWithCode(call.state().toolName(), "delegation_limit", refusal.get()));
    }
    var tool = (DelegateTool) call.tool().tool();
    var child = new AwaitedRun(tool.agentId(), ids.next(), ids.next());
    return call.suspended(SuspensionKind.CHILD, null, child.ticket());
  }

  private static int depth(Activation run) {
    ParentCall parent = run.setup().spec().parent();
    return parent == null ? 0 : parent.depth();
  }

  /** The run that a question waits for, as the commit of the question submits it. */
  Submission submission(Activation run, NewSuspension question) {
    AwaitedRun child = AwaitedRun.of(question.ticket());
    String prompt = question.ticket().pending().arguments().path(DelegateTool.PROMPT).asText();
    return submission(run, question.callId(), question.ordinal(), child, prompt);
  }

  /** The run of a task that a call starts. */
  Submission task(Activation run, String callId, String agentId, String prompt) {
    return submission(run, callId, 0, new AwaitedRun(agentId, ids.next(), ids.next()), prompt);
  }

  private Submission submission(
      Activation run, String callId, int ordinal, AwaitedRun child, String prompt) {
    ParentCall above = run.setup().spec().parent();
    RunId id = run.identity().runId();
    var call =
        new ParentCall(
            run.fence().threadId().key(),
            id,
            callId,
            ordinal,
            child.agentId(),
            depth(run) + 1,
            above == null ? id : above.root(),
            null);
    RunSpec spec =
        RunSpec.of(child.agentId(), id, List.of(Message.user(ids.next(), prompt)))
            .withDelivery(
                Delivery.USUAL
                    .at(run.setup().spec().delivery().priority())
                    .from(RunOrigin.INTERNAL, null))
            .calledBy(call);
    return new Submission(
        new RunId(child.runId()),
        new ThreadId(run.fence().threadId().tenant(), child.threadId()),
        new JobId(ids.next()),
        run.identity().caller(),
        spec);
  }

  /**
   * Why a run may start no task.
   *
   * @param open unfinished tasks of the thread, and runs that the run waits for
   * @param all tasks that the thread has had
   */
  Optional<String> refusal(Activation run, long open, int all) {
    return Delegation.taskRefusal(depth(run), open, all, limits);
  }

  RunStore runs() {
    return runs;
  }

  QueueHints queue() {
    return queue;
  }

  /** Tells readers that a run was started. */
  static void announce(Activation run, NewSuspension question) {
    AwaitedRun child = AwaitedRun.of(question.ticket());
    var value =
        JsonNodeFactory.instance
            .objectNode()
            .put("run_id", child.runId())
            .put("thread_id", child.threadId())
            .put("name", child.agentId())
            .put("parent_run_id", run.identity().runId().value())
            .put("tool_call_id", question.callId());
    run.events().emit(new AgentEvent.Custom(Delegation.STARTED, value));
  }

  /** The result of a call whose run has ended; readers are told. */
  static ToolResult result(Activation run, String tool, SuspensionRecord question) {
    Decision decision = question.decision();
    JsonNode data = decision.result();
    String status = data.path("status").asText();
    var value =
        JsonNodeFactory.instance
            .objectNode()
            .put("run_id", AwaitedRun.of(question.ticket()).runId());
    if (status.equals(Delegation.COMPLETED)) {
      run.events().emit(new AgentEvent.Custom(Delegation.FINISHED, value));
      return ToolResult.successWithMessage(tool, data, decision.reason());
    }
    String how =
        switch (status) {
          case "cancelled" -> "was cancelled";
          case "timeout" -> "ran out of time";
          default -> "failed";
        };
    String why = "the delegate " + how;
    why += decision.reason() == null ? "" : ": " + decision.reason();
    run.events()
        .emit(
            new AgentEvent.Custom(
                Delegation.FAILED, value.put("message", why).put("code", status)));
    return new ToolResult(tool, ToolResult.Status.ERROR, data, why, "delegate_" + status);
  }
}

package io.awaken.core.loop.call;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.message.Message;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.tool.RetryClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Takes the calls of a step to their results, from the model's answer or from where an earlier
 * activation left them. Stateless.
 */
public final class ToolRound {

  /** Calls of one answer that are executed at the most. */
  static final int MAX_CALLS = 128;

  private static final String TOO_MANY = "an answer may ask for " + MAX_CALLS + " calls at most";
  private static final String WHAT_DID_IT_DO = "tool:OutcomeUnknown";

  private final RoundServices services;

  /**
   * @param writer commits what happens to calls
   * @param caller calls hooks and gates
   * @param phases commits the state changes of hooks and tools
   * @param fanOut the threads of tools
   */
  public ToolRound(
      StepWriter writer, PartCaller caller, PhaseRunner phases, ToolFanOut fanOut, Ports ports) {
    var hooks = new CallHooks(caller, phases);
    var runner = new ToolRunner(ports.tools(), caller.watch(), ports.window());
    var results = new CallResults(writer, phases, hooks);
    this.services =
        new RoundServices(
            hooks,
            new CallPreparation(runner, hooks),
            results,
            new TransactionalResults(results),
            runner,
            fanOut,
            phases,
            ports.suspensions(),
            ports.draining());
  }

  /**
   * What calls need of their node.
   *
   * @param tools transactions of tools, if the store has any
   * @param suspensions questions of runs and their decisions
   * @param window bounds the media of a result
   * @param draining whether this node may begin no further call
   */
  public record Ports(
      Optional<ToolTransactions> tools,
      SuspensionStore suspensions,
      WindowLimits window,
      BooleanSupplier draining) {}

  /**
   * The calls of an answer that is not committed yet; the first commit holds both.
   *
   * @return false when the run is parked
   */
  public boolean run(Activation run, Message answer) {
    List<CallState> calls = calls(run, answer);
    var prepared = new ArrayList<PreparedCall>(calls.size());
    for (CallState call : calls) {
      prepared.add(
          prepared.size() < MAX_CALLS
              ? preparation().prepare(run, call, true)
              : PreparedCall.of(call, null).declined(TOO_MANY));
    }
    return work(run, answer, prepared);
  }

  /**
   * The calls that an earlier activation left without a result.
   *
   * @return false when the run is parked again
   */
  public boolean resume(Activation run) {
    var changes = new RoundChanges();
    var prepared = new ArrayList<PreparedCall>();
    for (CallState call : run.openCalls().list()) {
      prepared.add(resumed(run, call, changes));
    }
    return work(run, changes, prepared);
  }

  /** The same when the run was to end at once: none of them is executed any more. */
  public void declineOpen(Activation run) {
    var changes = new RoundChanges();
    changes.cancel(run.questions().unanswered());
    List<PreparedCall> declined =
        run.openCalls().list().stream()
            .map(call -> PreparedCall.of(call, null).declined(UnexecutedCall.RUN_ENDS))
            .toList();
    work(run, changes, declined);
  }

  /**
   * Commits an answer whose calls are not executed, each with a result that says that the run ends.
   */
  public void decline(Activation run, Message answer) {
    List<PreparedCall> declined =
        calls(run, answer).stream()
            .map(call -> PreparedCall.of(call, null).declined(UnexecutedCall.RUN_ENDS))
            .toList();
    work(run, answer, declined);
  }

  private static List<CallState> calls(Activation run, Message answer) {
    return answer.toolCalls().stream()
        .map(
            call ->
                new CallState(
                    run.step(), call.id(), call.name(), call.arguments(), ToolCallStatus.NEW, 0))
        .toList();
  }

  private boolean work(Activation run, Message answer, List<PreparedCall> prepared) {
    var changes = new RoundChanges();
    changes.answer(answer, prepared.stream().map(PreparedCall::state).toList());
    for (PreparedCall call : prepared) {
      CallState as = call.state();
      run.events().emit(new AgentEvent.ToolCallReady(as.callId(), as.toolName(), as.arguments()));
    }
    return work(run, changes, prepared);
  }

  private boolean work(Activation run, RoundChanges changes, List<PreparedCall> prepared) {
    try (var running = new RunningCalls(run, services)) {
      return new CallRound(run, services, changes, running).work(prepared);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while tools were at work", e);
    }
  }

  /** Where a call goes on that an earlier activation left. */
  private PreparedCall resumed(Activation run, CallState call, RoundChanges changes) {
    PreparedCall found = preparation().found(run, call);
    SuspensionRecord question = run.questions().last(call.callId());
    return switch (call.status()) {
      case SUSPENDED ->
          run.questions().counts(question)
              ? preparation().act(run, found, question, changes)
              : found.with(waitingFor(question));
      case RESUMING -> preparation().decided(run, found, question);
      case RUNNING -> cutOff(run, found);
      default -> preparation().prepare(run, call, false);
    };
  }

  private CallPreparation preparation() {
    return services.preparation();
  }

  private static CallOutcome waitingFor(SuspensionRecord question) {
    return new CallOutcome.Suspended(question.kind(), question.askedBy(), question.ticket());
  }

  /** It is not known whether the tool of a cut-off call did its work. */
  private PreparedCall cutOff(Activation run, PreparedCall call) {
    if (call.tool() == null) {
      return call.settled(UnexecutedCall.cutOff(call.state()));
    }
    if (call.tool().tool().retryClass() != RetryClass.NEVER) {
      return preparation().prepare(run, call.state(), false);
    }
    SuspendTicket question =
        SuspendTicket.result(
            WHAT_DID_IT_DO,
            "The call of "
                + call.state().toolName()
                + " was cut off and is not repeated. What did it do?",
            null);
    // Who may not allow the call may not say what it did.
    return call.suspended(
        SuspensionKind.OUTCOME,
        null,
        question.decidedBy(run.questions().approver(call.state().callId())));
  }
}

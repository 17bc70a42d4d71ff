package io.awaken.core.loop.call;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.loop.call.PreparedCall.CallOutcome;
import io.awaken.core.message.Message;
import io.awaken.core.observe.RunObserver;
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
 * Executes the calls of a step, from the model's answer or from the state that an earlier
 * activation stored. Stateless.
 */
public final class ToolRound {

  /** Limit of executed calls per answer. */
  static final int MAX_CALLS = 128;

  private static final String TOO_MANY = "an answer may ask for " + MAX_CALLS + " calls at most";
  private static final String WHAT_DID_IT_DO = "tool:OutcomeUnknown";

  private final RoundServices services;

  /**
   * @param writer commits changes of calls
   * @param caller calls hooks and gates
   * @param phases commits the state changes of hooks and tools
   * @param fanOut the threads of tools
   */
  public ToolRound(
      StepWriter writer, PartCaller caller, PhaseRunner phases, ToolFanOut fanOut, Ports ports) {
    var hooks = new CallHooks(caller, phases);
    var runner = new ToolRunner(ports.tools(), caller.watch(), ports.window(), ports.observer());
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
   * Services of the node.
   *
   * @param tools transactions of tools, if the store supports them
   * @param suspensions questions of runs and their decisions
   * @param window limits the media of a result
   * @param draining whether this node may start no further call
   * @param observer observes the tools
   */
  public record Ports(
      Optional<ToolTransactions> tools,
      SuspensionStore suspensions,
      WindowLimits window,
      BooleanSupplier draining,
      RunObserver observer) {}

  /**
   * Executes the calls of an uncommitted answer; the first commit stores both.
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
   * Resumes the calls that an earlier activation left without a result.
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

  /** Declines them instead, when the run must end at once. */
  public void declineOpen(Activation run) {
    var changes = new RoundChanges();
    changes.cancel(run.questions().unanswered());
    List<PreparedCall> declined =
        run.openCalls().list().stream()
            .map(call -> PreparedCall.of(call, null).declined(UnexecutedCall.RUN_ENDS))
            .toList();
    work(run, changes, declined);
  }

  /** Commits an answer without executing its calls; each result states that the run ends. */
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
      throw new IllegalStateException("interrupted while tools were executing", e);
    }
  }

  /** Where a call of an earlier activation continues. */
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

  /** The effect of a cut-off call's tool is unknown. */
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
    // Only a person who may allow the call may report what it did.
    return call.suspended(
        SuspensionKind.OUTCOME,
        null,
        question.decidedBy(run.questions().approver(call.state().callId())));
  }
}

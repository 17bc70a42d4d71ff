package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.StepChanges;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.loop.inference.AnswerForm;
import io.awaken.core.message.Message;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.Phase;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides what follows an answer without calls: the end of the run or another step. Stateless. */
final class AnswerRound {

  private static final Logger LOG = System.getLogger(AgentLoop.class.getName());

  private final PhaseRunner phases;
  private final AgentHooks agents;
  private final RunInbox inbox;
  private final StepWriter writer;
  private final RunEnding ending;

  AnswerRound(
      PhaseRunner phases, AgentHooks agents, RunInbox inbox, StepWriter writer, RunEnding ending) {
    this.phases = phases;
    this.agents = agents;
    this.inbox = inbox;
    this.writer = writer;
    this.ending = ending;
  }

  /**
   * Ends the run unless a plugin adds a message.
   *
   * @return whether another step follows
   */
  boolean answered(Activation run, Message answer) {
    boolean ends = run.ending() != null;
    List<Message> more = ends ? List.of() : agents.continuations(run);
    StepChanges messages = ends ? StepChanges.NONE : inbox.read(run, prepend(answer, more));
    if (more.isEmpty() && messages.consumed().isEmpty()) {
      Optional<String> breach = ends ? Optional.empty() : AnswerForm.breach(run, answer);
      if (breach.isPresent()) {
        return formed(run, answer, breach.get());
      }
      TerminationReason why = ends ? run.ending() : new TerminationReason.NaturalEnd();
      ending.finish(run, List.of(answer), why);
      return false;
    }
    endStep(run, messages);
    return true;
  }

  /** Asks again for an answer in the required form, as often as the agent allows. */
  private boolean formed(Activation run, Message answer, String breach) {
    if (!AnswerForm.retries(run)) {
      LOG.log(
          Level.WARNING,
          "run {0} ends: its answer does not have the required format",
          run.identity().runId());
      ending.unfit(run, breach);
      return false;
    }
    LOG.log(
        Level.DEBUG,
        "run {0} asks again: its answer does not have the required format",
        run.identity().runId());
    endStep(run, StepChanges.of(List.of(answer, AnswerForm.correction(run, breach))));
    return true;
  }

  /** Ends the step before another one. */
  private void endStep(Activation run, StepChanges messages) {
    phases.run(run.here(), Phase.STEP_END);
    run.events().emit(new AgentEvent.StepEnd());
    run.endStep();
    writer.commit(run, messages);
  }

  private static List<Message> prepend(Message first, List<Message> others) {
    var all = new ArrayList<Message>(others.size() + 1);
    all.add(first);
    all.addAll(others);
    return all;
  }
}

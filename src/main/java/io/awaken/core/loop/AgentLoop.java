package io.awaken.core.loop;

import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.commit.StaleFence;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.RunEvents;
import io.awaken.core.message.Message;
import io.awaken.core.model.InferenceException;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.plugin.Phase;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.TerminationReason;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Executes one activation of a run: RunStart, steps until the agent is done, RunEnd. Blocking, on
 * the calling thread; one instance serves all runs.
 *
 * <p>A step is a model call and the calls it asks for. The run ends by itself when an answer asks
 * for nothing; it is stopped when another round would exceed {@code max_rounds}.
 */
public final class AgentLoop {

  private static final Logger LOG = System.getLogger(AgentLoop.class.getName());

  private final Supplier<RegistrySnapshot> registry;
  private final RunOpening opening;
  private final PhaseRunner phases;
  private final Inference inference;
  private final ToolRound tools;
  private final RunEnding ending;
  private final BooleanSupplier draining;

  /**
   * @param registry the current snapshot; a run pins the one it begins with
   * @param ports what the loop reads and writes
   * @param phases runs the phases
   * @param fanOut runs several calls of a step at once
   * @param life how runs are handed over when the node goes down
   * @param time clock and ids
   */
  public AgentLoop(
      Supplier<RegistrySnapshot> registry,
      LoopPorts ports,
      PhaseRunner phases,
      ToolFanOut fanOut,
      NodeLife life,
      Time time) {
    var writer = new StepWriter(ports.commits(), ports.log(), time.ids());
    this.registry = registry;
    this.opening = new RunOpening(ports, time.clock());
    this.phases = phases;
    this.inference = new Inference(writer, time.clock());
    this.tools = new ToolRound(writer, phases, new ToolRunner(), fanOut, life.draining());
    this.ending = new RunEnding(writer, phases, life.handOver());
    this.draining = life.draining();
  }

  /**
   * How a node ends.
   *
   * @param draining whether runs hand themselves over at their next boundary
   * @param handOver gives a run back
   */
  public record NodeLife(BooleanSupplier draining, HandOver handOver) {}

  /** Where time and ids come from. */
  public record Time(InstantSource clock, Ids ids) {}

  /** Runs until the run is done, handed over or lost. */
  public void run(Claim claim, CancellationToken cancellation) {
    try {
      ResolvedAgent agent = AgentResolver.resolve(registry.get(), claim.agentId());
      Activation run = opening.open(claim, agent, cancellation);
      within(run.events, () -> execute(run));
    } catch (ResolveException e) {
      RunEvents events = opening.events(claim);
      within(events, () -> ending.unresolved(claim, events, e.getMessage()));
    }
  }

  /** However the work ends, readers are not left waiting for an activation that is over. */
  private static void within(RunEvents events, Runnable work) {
    try {
      work.run();
    } catch (StaleFence e) {
      LOG.log(Level.INFO, "{0}; its new owner continues", e.getMessage());
    } finally {
      events.close(false);
    }
  }

  private void execute(Activation run) {
    try {
      steps(run);
    } catch (RunCancelled e) {
      ending.stopped(run, e.reason());
    } catch (InferenceException e) {
      LOG.log(Level.WARNING, "run " + run.identity.runId() + " ends: model call failed", e);
      ending.failed(run, e);
    }
  }

  private void steps(Activation run) throws InferenceException {
    phases.run(run.at(Phase.RUN_START));
    if (!run.openCalls().isEmpty()) {
      tools.resume(run);
    }
    while (true) {
      if (draining.getAsBoolean()) {
        throw new RunCancelled(CancellationToken.Reason.DRAINING);
      }
      if (run.step() >= run.agent.spec().maxRounds()) {
        ending.finish(run, List.of(), maxRounds(run));
        return;
      }
      if (!step(run)) {
        return;
      }
    }
  }

  /**
   * @return whether another step follows
   */
  private boolean step(Activation run) throws InferenceException {
    run.beginStep();
    run.events.emit(new AgentEvent.StepStart(run.stepMessageId()));
    phases.run(run.at(Phase.STEP_START));
    phases.run(run.at(Phase.BEFORE_INFERENCE));
    Message answer = inference.ask(run);
    phases.run(run.at(Phase.AFTER_INFERENCE));
    if (answer.toolCalls().isEmpty()) {
      ending.finish(run, List.of(answer), new TerminationReason.NaturalEnd());
      return false;
    }
    tools.run(run, answer);
    return true;
  }

  private static TerminationReason maxRounds(Activation run) {
    int limit = run.agent.spec().maxRounds();
    return TerminationReason.Stopped.of(
        "max_rounds", "the limit of " + limit + " rounds is reached");
  }
}

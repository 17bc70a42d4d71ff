package io.awaken.core.loop;

import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.ClientTools;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.context.ContextLimits;
import io.awaken.core.context.HistoryBudget;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.PinnedRegistry.PinnedVersionUnavailable;
import io.awaken.core.loop.RunEnding.LimitReached;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.HandOver;
import io.awaken.core.loop.activation.QueueHints;
import io.awaken.core.loop.activation.RunEffects.EffectDelivery;
import io.awaken.core.loop.activation.RunSetup;
import io.awaken.core.loop.activation.StepChanges;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.loop.call.ChildRuns;
import io.awaken.core.loop.call.ToolFanOut;
import io.awaken.core.loop.call.ToolRound;
import io.awaken.core.loop.inference.Compaction;
import io.awaken.core.loop.inference.Inference;
import io.awaken.core.loop.inference.LimitExceeded;
import io.awaken.core.loop.inference.ModelWaits;
import io.awaken.core.loop.inference.ModelWaits.ModelWait;
import io.awaken.core.message.Message;
import io.awaken.core.model.InferenceException;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.RunSignals;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateException;
import io.awaken.core.store.run.StaleFence;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Executes one activation of a run: RunStart, steps until the agent is done, RunEnd. Blocks the
 * calling thread; one instance serves all runs.
 *
 * <p>A step is a model call and its tool calls. The run ends when an answer has no calls and no
 * plugin adds a message. It is stopped when another round would exceed {@code max_rounds}, or at
 * the next boundary after a plugin or tool wrote an ending into the state.
 */
public final class AgentLoop {

  private static final Logger LOG = System.getLogger(AgentLoop.class.getName());

  private final PinnedRegistry registry;
  private final RunOpening opening;
  private final PhaseRunner phases;
  private final AgentHooks agents;
  private final StepWriter writer;
  private final AgentSwitch switching;
  private final ModelWaits waits;
  private final Inference inference;
  private final ToolRound tools;
  private final Compaction compaction;
  private final RunInbox inbox;
  private final RunEnding ending;
  private final FailedActivation unopened;
  private final EffectDelivery effects;
  private final BooleanSupplier draining;
  private final HandOver handOver;
  private final ContextLimits limits;

  /**
   * @param registry the current snapshot; a run continues with the documents that it is pinned to
   * @param ports stores, sinks, settings and observer
   * @param caller calls plugins
   * @param fanOut executes several calls of a step at once
   * @param life hands over runs when the node stops
   * @param time clock and ids
   */
  public AgentLoop(
      LiveRegistry registry,
      LoopPorts ports,
      PartCaller caller,
      ToolFanOut fanOut,
      NodeLife life,
      Time time) {
    RunStores stores = ports.stores();
    LoopSettings settings = ports.settings();
    this.registry = new PinnedRegistry(registry, stores.documents());
    this.opening = new RunOpening(ports, caller, time.clock());
    this.phases = new PhaseRunner(caller);
    this.effects = new EffectDelivery(caller.effects(), stores.outbox());
    var abandoned = new AbandonedRuns(stores.suspensions(), life.queue());
    this.agents = new AgentHooks(caller, phases, effects, abandoned);
    this.writer =
        new StepWriter(
            stores.commits(),
            time.ids(),
            settings.limits().inlineMedia(),
            effects,
            life.queue(),
            ports.observer(),
            ports.notices());
    this.switching = new AgentSwitch(caller);
    this.waits = new ModelWaits(writer, effects, life.handOver(), time.clock());
    this.inference =
        new Inference(
            writer,
            caller,
            phases,
            waits,
            new Inference.Ports(
                settings.limits(),
                stores.threads().media(),
                settings.estimator(),
                time.clock(),
                ports.observer()));
    this.compaction =
        new Compaction(
            writer, settings.summaries(), stores.threads(), settings.estimator(), time.clock());
    this.tools =
        new ToolRound(
            writer,
            caller,
            phases,
            fanOut,
            new ToolRound.Ports(
                stores.tools(),
                stores.suspensions(),
                settings.limits().window(),
                life.draining(),
                new ChildRuns(time.ids(), settings.delegation(), stores.runs(), life.queue()),
                ports.observer()));
    this.inbox = new RunInbox(stores.runs());
    this.ending =
        new RunEnding(writer, phases, agents, inbox, effects, life.handOver(), settings.reasons());
    this.unopened = new FailedActivation(ports, writer, agents);
    this.draining = life.draining();
    this.handOver = life.handOver();
    this.limits = settings.limits();
  }

  /**
   * What connects the runs of a node with its queue.
   *
   * @param draining whether runs hand over at their next boundary
   * @param handOver releases a run
   * @param queue is told of the runs of delegates
   */
  public record NodeLife(BooleanSupplier draining, HandOver handOver, QueueHints queue) {

    /** For runs whose delegates are found by polling. */
    public NodeLife(BooleanSupplier draining, HandOver handOver) {
      this(draining, handOver, QueueHints.NONE);
    }
  }

  /** Sources of time and ids. */
  public record Time(InstantSource clock, Ids ids) {}

  /** Runs until the run is done, handed over or lost. */
  public void run(Claim claim, RunSignals signals) {
    try (var memory = opening.histories().memory(claim.fence(), signals.cancellation())) {
      run(claim, signals, memory);
    } catch (RunCancelled e) {
      stopped(claim, e.reason());
    }
  }

  private void run(Claim claim, RunSignals signals, HistoryBudget.Lease memory) {
    Activation run;
    try {
      RegistrySnapshot pinned = registry.of(claim);
      List<RegisteredTool> tools = ClientTools.registered(claim.spec().clientTools());
      ResolvedAgent agent = AgentResolver.resolve(pinned, claim.agentId()).with(tools);
      run = opening.open(claim, new RunSetup(pinned, agent, tools, claim.spec()), signals, memory);
    } catch (ResolveException e) {
      unresolved(claim, e);
      return;
    } catch (StateException e) {
      unopened(claim, e.getMessage(), "state_unreadable");
      return;
    }
    executeAndClose(run, () -> execute(run));
  }

  /** Ends a run that was asked to stop while it waited for memory, before it read anything. */
  private void stopped(Claim claim, CancellationToken.Reason reason) {
    switch (reason) {
      case REQUESTED, OVERDUE -> {
        Activation run = agentless(claim);
        executeAndClose(run, () -> unopened.stop(claim, run, reason));
      }
      case DRAINING -> handOver.release(claim.fence());
      case OWNERSHIP_LOST -> {
        // The next owner continues; this node writes nothing.
      }
    }
  }

  private void unresolved(Claim claim, ResolveException e) {
    if (e.kind() == ResolveException.Kind.PINNED_VERSION_UNAVAILABLE) {
      LOG.log(Level.WARNING, "run {0} ends: {1}", claim.runId(), e.getMessage());
      unopened(
          claim, PinnedVersionUnavailable.reason(e.getMessage()), PinnedVersionUnavailable.CODE);
    } else {
      unopened(claim, e.getMessage(), "agent_unresolved");
    }
  }

  private void unopened(Claim claim, String message, String code) {
    Activation run = agentless(claim);
    executeAndClose(run, () -> unopened.end(claim, run, message, code));
  }

  /** Used when the run's own agent is unavailable: notifies only the plugins of all agents. */
  private Activation agentless(Claim claim) {
    RegistrySnapshot now = registry.now();
    ResolvedAgent withoutAgent = AgentResolver.withoutAgent(now, claim.agentId());
    return opening.bare(
        claim, new RunSetup(now, withoutAgent, List.of(), claim.spec()), new RunSignals());
  }

  /** Closes the activation's events and settles its delivered effects, however the work ends. */
  private void executeAndClose(Activation run, Runnable work) {
    try {
      work.run();
    } catch (StaleFence e) {
      LOG.log(Level.INFO, "{0}; its new owner continues", e.getMessage());
    } finally {
      run.events().close(false);
      effects.settle(run);
    }
  }

  private void execute(Activation run) {
    try {
      if (begin(run)) {
        steps(run);
      }
    } catch (RunCancelled e) {
      ending.stopped(run, e.reason());
    } catch (ModelWait e) {
      waits.release(run, e);
    } catch (InferenceException e) {
      LOG.log(
          Level.WARNING,
          "run {0} ends: model call failed ({1}): {2}",
          run.identity().runId(),
          e.kind().code(),
          e.logLine());
      ending.failed(run, e);
    } catch (LimitExceeded e) {
      LOG.log(Level.WARNING, "run {0} ends: {1}", run.identity().runId(), e.getMessage());
      ending.exceeded(run, e);
    } catch (PinnedVersionUnavailable e) {
      LOG.log(Level.WARNING, "run {0} ends: {1}", run.identity().runId(), e.getMessage());
      ending.versionLost(run, e);
    } catch (PluginFailure | StateException e) {
      LOG.log(Level.ERROR, "run " + run.identity().runId() + " ends: " + e.getMessage(), e);
      ending.broken(run, e.getMessage());
    }
  }

  /**
   * Starts or resumes a run.
   *
   * @return whether there are steps to take
   */
  private boolean begin(Activation run) throws InferenceException {
    if (run.continued()) {
      return resume(run);
    }
    if (AgentSwitch.due(run)) {
      switching.apply(run);
    }
    if (!startAgent(run)) {
      return false;
    }
    phases.run(run.here(), Phase.RUN_START);
    insert(run, agents.steering(run));
    return true;
  }

  /** Resumes with the agent that was at work; a requested switch follows at the next boundary. */
  private boolean resume(Activation run) {
    if (!switching.resume(run)) {
      agents.activate(run);
      AgentSwitch.recordStart(run);
    }
    if (run.openCalls().isEmpty()) {
      return true;
    }
    // A run that must end at once executes no more calls.
    if (run.endsAtOnce()) {
      tools.declineOpen(run);
      return true;
    }
    consume(run, inbox.readStates(run));
    return tools.resume(run);
  }

  /** Starts an agent, unless a hook answers in its place. */
  private boolean startAgent(Activation run) {
    agents.activate(run);
    Optional<String> instead = agents.before(run);
    if (instead.isPresent()) {
      ending.answered(run, instead.get());
      return false;
    }
    AgentSwitch.recordStart(run);
    return true;
  }

  /** Switches to another agent, if requested, at a step's boundary. */
  private boolean keepAgent(Activation run) {
    if (!AgentSwitch.due(run)) {
      return true;
    }
    agents.deactivate(run);
    switching.apply(run);
    return startAgent(run);
  }

  private void steps(Activation run) throws InferenceException {
    boolean more = true;
    while (more) {
      if (draining.getAsBoolean()) {
        throw new RunCancelled(CancellationToken.Reason.DRAINING);
      }
      TerminationReason end = LimitReached.atBoundary(run, limits.thread());
      if (end != null) {
        ending.finish(run, List.of(), end);
        return;
      }
      consume(run, inbox.read(run, List.of()));
      limitHistory(run);
      compaction.atBoundary(run);
      more = keepAgent(run) && step(run);
    }
  }

  /**
   * @return whether another step follows
   */
  private boolean step(Activation run) throws InferenceException {
    run.beginStep();
    run.events().emit(new AgentEvent.StepStart(run.stepMessageId()));
    phases.run(run.here(), Phase.STEP_START);
    phases.run(run.here(), Phase.BEFORE_INFERENCE);
    if (run.ending() != null) {
      ending.finish(run, List.of(), run.ending());
      return false;
    }
    Inference.Answer asked = inference.ask(run);
    Message answer = asked.message();
    if (answer.toolCalls().isEmpty()) {
      // Readers have the answer, so the run's ending must store it.
      run.pending().answered(answer);
    }
    phases.run(run.after(answer), Phase.AFTER_INFERENCE);
    if (asked.cut()) {
      run.endBecause(LimitReached.maxTokens(run.agent().spec()));
    }
    if (answer.toolCalls().isEmpty()) {
      return ending.afterAnswer(run, answer);
    }
    if (run.endsAtOnce()) {
      tools.decline(run, answer);
      return true;
    }
    if (!tools.run(run, answer)) {
      return false;
    }
    if (run.ending() == null) {
      insert(run, agents.steering(run));
    }
    return true;
  }

  /** Commits what was read from the inbox, if anything. */
  private void consume(Activation run, StepChanges read) {
    if (!read.consumed().isEmpty()) {
      writer.commit(run, read);
    }
  }

  /** Commits messages that do not come from a tool, if any. */
  private void insert(Activation run, List<Message> messages) {
    if (!messages.isEmpty()) {
      writer.commit(run, StepChanges.of(messages));
    }
  }

  /** Reduces the loaded history to its limits. */
  private void limitHistory(Activation run) {
    if (run.window().crowded()) {
      opening.histories().again(run);
    }
    if (run.window().empty()) {
      throw LimitExceeded.window(limits.window().bytes());
    }
  }
}

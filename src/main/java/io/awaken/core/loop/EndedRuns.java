package io.awaken.core.loop;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventTap;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.loop.PinnedRegistry.PinnedVersionUnavailable;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.RunSetup;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.state.StateException;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Opens runs that ended without an owner, for their plugins: with the last agent of the run as
 * pinned, its values and its messages. If these are unavailable or never existed, with the plugins
 * of all agents only. Writes and publishes nothing. Stateless.
 */
final class EndedRuns {

  private static final Logger LOG = System.getLogger(EndedRuns.class.getName());

  private final PinnedRegistry registry;
  private final LoopPorts ports;
  private final PartCaller caller;
  private final RunOpening opening;
  private final AgentSwitch switching;

  EndedRuns(LiveRegistry registry, LoopPorts ports, PartCaller caller, InstantSource clock) {
    this.registry = new PinnedRegistry(registry, ports.stores().documents());
    this.ports = ports;
    this.caller = caller;
    this.opening = new RunOpening(ports, caller, clock);
    this.switching = new AgentSwitch(caller);
  }

  /** An ended run with the data for its plugins. */
  final class EndedRun {

    private final Activation activation;
    private final RunRecord record;

    private EndedRun(Activation activation, RunRecord record) {
      this.activation = activation;
      this.record = record;
    }

    Activation activation() {
      return activation;
    }

    /** The stored summary. */
    RunSummary summary() {
      return new RunSummary(
          activation.identity(),
          record.termination(),
          record.finalOutput(),
          record.steps(),
          record.inputTokens(),
          record.outputTokens(),
          record.cost());
    }

    /** Passes the last event to plugins, which can no longer change it. */
    void notifyPlugins() {
      EventTap tap = EventHooks.of(caller, activation.identity(), activation.agent().env());
      if (tap == EventTap.NONE) {
        return;
      }
      lastEvent()
          .ifPresent(
              last -> {
                tap.pass(last.event(), changed -> {});
                tap.published(last);
              });
    }

    private Optional<StreamEvent> lastEvent() {
      long last = ports.stores().log().lastSequence(record.runId(), Long.MAX_VALUE);
      return ports.stores().log().read(record.runId(), Math.max(0, last - 1), 1).stream()
          .flatMap(segment -> segment.eventsAfter(Math.max(0, last - 1)).stream())
          .filter(event -> event.event() instanceof AgentEvent.RunFinish)
          .findFirst();
    }
  }

  /** Empty when the run no longer exists. */
  Optional<EndedRun> open(DueEntry due) {
    RunRecord record = ports.stores().runs().find(due.runId()).orElse(null);
    ThreadRecord thread = ports.stores().threads().find(due.threadId()).orElse(null);
    if (record == null || thread == null) {
      return Optional.empty();
    }
    Claim claim = claim(record, thread);
    return Optional.of(new EndedRun(activation(claim, record, due), record));
  }

  private Activation activation(Claim claim, RunRecord record, DueEntry due) {
    if (record.startedAt() == null) {
      return bare(claim);
    }
    try {
      RegistrySnapshot pinned = registry.of(claim);
      var agent = AgentResolver.resolve(pinned, claim.agentId());
      Activation run = opening.ended(claim, new RunSetup(pinned, agent, List.of(), claim.spec()));
      if (due.entry().kind() != OutboxEntry.Kind.EFFECT && due.entry().payload() != null) {
        run.update(
            RuntimeKeys.WORKING_AGENT,
            RuntimeKeys.WORKING_AGENT.codec().decode(due.entry().payload()));
      }
      switching.resume(run);
      return run;
    } catch (ResolveException | StateException | PinnedVersionUnavailable e) {
      LOG.log(
          Level.WARNING,
          "only the plugins of all agents are notified of the end of run {0}: {1}",
          claim.runId(),
          e.getMessage());
      return bare(claim);
    }
  }

  private Activation bare(Claim claim) {
    RegistrySnapshot now = registry.now();
    var withoutAgent = AgentResolver.withoutAgent(now, claim.agentId());
    return opening.bareEnded(claim, new RunSetup(now, withoutAgent, List.of(), claim.spec()));
  }

  /** Resembles the claim of the last activation, but permits no writes. */
  private Claim claim(RunRecord run, ThreadRecord thread) {
    var fence =
        new Fence(
            thread.id(),
            run.runId(),
            run.jobId(),
            new ClaimToken("ended"),
            thread.epoch(),
            thread.messageCount(),
            null);
    RunSpec spec = run.spec().withDelivery(delivery(run));
    return new Claim(fence, run.caller(), spec, thread.parentThreadId(), 1, true)
        .pinned(run.resolution());
  }

  /** The run's first event has more fields than its row. */
  private Delivery delivery(RunRecord run) {
    Optional<AgentEvent.RunStart> start =
        ports.stores().log().read(run.runId(), 0, 1).stream()
            .map(Segment::entries)
            .flatMap(List::stream)
            .map(Segment.Entry::event)
            .filter(AgentEvent.RunStart.class::isInstance)
            .map(AgentEvent.RunStart.class::cast)
            .findFirst();
    RunOrigin origin = start.map(AgentEvent.RunStart::origin).orElse(RunOrigin.USER);
    String sender = start.map(AgentEvent.RunStart::sender).orElse(null);
    return Delivery.USUAL.from(origin, sender);
  }
}

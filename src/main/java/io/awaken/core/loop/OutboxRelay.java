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
import io.awaken.core.loop.activation.QueueHints;
import io.awaken.core.loop.activation.RunEffects;
import io.awaken.core.loop.activation.RunEffects.EffectDelivery;
import io.awaken.core.loop.activation.RunSetup;
import io.awaken.core.loop.inference.StoredRemoteWork;
import io.awaken.core.model.RemoteWork;
import io.awaken.core.phase.EffectDispatcher;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.plugin.PluginRegistration.EffectRegistration;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.plugin.hook.EffectContext;
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
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import io.awaken.core.webhook.Notices;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The duty that delivers outstanding outbox entries to plugins: effects that their writer did not
 * deliver, and the ends of runs without an owner (features rows 63, 95). Thread-safe; one pass at a
 * time.
 */
public final class OutboxRelay implements Runnable {

  /** Delivery attempts of an effect without a handler on any node that tried. */
  static final int MAX_ATTEMPTS = 20;

  private static final Logger LOG = System.getLogger(OutboxRelay.class.getName());
  private static final int PAGE = 10;

  /** Other nodes skip a taken entry for this time. Delivery takes two minutes at most. */
  private static final Duration HOLD = Duration.ofMinutes(10);

  /** The wait after the first failed delivery; it doubles with each one, up to 640 s. */
  private static final Duration FIRST_WAIT = Duration.ofSeconds(5);

  private static final int MAX_DOUBLINGS = 7;

  private final OutboxStore outbox;
  private final EndedRuns runs;
  private final AgentHooks agents;
  private final PartCaller caller;
  private final EffectDispatcher dispatcher;
  private final EffectDelivery effects;
  private final LiveRegistry registry;
  private final Notices notices;
  private final BooleanSupplier draining;
  private final ReentrantLock looking = new ReentrantLock();

  /** Entries that this node still holds although their delivery failed. */
  private final Queue<DueEntry> failed = new ConcurrentLinkedQueue<>();

  /**
   * @param draining whether no further delivery may start
   * @param queue cancels runs of delegates that ended runs have started
   */
  public OutboxRelay(
      LiveRegistry registry,
      LoopPorts ports,
      PartCaller caller,
      InstantSource clock,
      BooleanSupplier draining,
      QueueHints queue) {
    this.outbox = ports.stores().outbox();
    this.runs = new EndedRuns(registry, ports, caller, clock);
    this.caller = caller;
    this.dispatcher = caller.effects();
    this.effects = new EffectDelivery(dispatcher, outbox);
    var abandoned = new AbandonedRuns(ports.stores().suspensions(), queue);
    this.agents = new AgentHooks(caller, new PhaseRunner(caller), effects, abandoned);
    this.notices = ports.notices();
    this.registry = registry;
    this.draining = draining;
  }

  /** Delivers due entries; returns at once when another thread is doing so. */
  @Override
  public void run() {
    if (!looking.tryLock()) {
      return;
    }
    try {
      giveBack();
      deliverAll();
      giveBack();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "delivering to plugins failed; the next pass tries again", e);
    } finally {
      looking.unlock();
    }
  }

  /** What often fails a delivery is the database, which cannot be told so before it answers. */
  private void giveBack() {
    for (DueEntry due; (due = failed.peek()) != null; failed.remove()) {
      outbox.giveBack(due, waitAfter(due));
    }
  }

  private static Duration waitAfter(DueEntry due) {
    return FIRST_WAIT.multipliedBy(1L << Math.min(due.attempt() - 1, MAX_DOUBLINGS));
  }

  private void deliverAll() {
    List<DueEntry> page;
    do {
      page = draining.getAsBoolean() ? List.of() : outbox.take(PAGE, HOLD);
      page.forEach(this::deliver);
    } while (page.size() == PAGE);
  }

  /** A failed delivery does not delay others; it is due again later. */
  private void deliver(DueEntry due) {
    try {
      EndedRuns.EndedRun run = runs.open(due).orElse(null);
      if (run == null) {
        outbox.remove(due.threadId(), List.of(due.entry().id()));
        return;
      }
      switch (due.entry().kind()) {
        case EFFECT -> effect(due, run.activation());
        case END -> {
          RemoteWork.Task work = StoredRemoteWork.of(run.activation());
          if (work.taskId() == null) {
            end(due, run);
          } else {
            caller.apart(() -> endRemote(due, run, work));
          }
        }
        case AFTER_RUN -> {
          agents.abandon(run.activation());
          agents.afterRun(run.activation(), run.summary());
          outbox.remove(due.threadId(), List.of(due.entry().id()));
        }
        case NOTICE, REMINDER, PUSH -> throw new IllegalStateException("not for plugins");
      }
    } catch (RuntimeException e) {
      failed(due, e);
    }
  }

  private void failed(DueEntry due, RuntimeException e) {
    failed.add(due);
    LOG.log(
        Level.WARNING,
        "run "
            + due.runId()
            + ": "
            + due.entry().id()
            + " was not delivered; tried again "
            + waitAfter(due).toSeconds()
            + " s after the database can store that",
        e);
  }

  /** A remote agent that answers slowly does not delay other runs. */
  private void endRemote(DueEntry due, EndedRuns.EndedRun run, RemoteWork.Task work) {
    try {
      run.activation().agent().executor().abandon(work);
      end(due, run);
    } catch (RuntimeException e) {
      failed(due, e);
    }
  }

  private void effect(DueEntry due, Activation run) {
    Optional<EffectRegistration<?>> handler = handler(run, due.entry().key());
    if (handler.isPresent()) {
      var context =
          new EffectContext(
              due.entry().id(), run.identity(), due.attempt(), run.state().snapshot());
      dispatcher.dispatch(handler.get(), due.entry().effect(), context);
    } else if (due.attempt() < MAX_ATTEMPTS) {
      LOG.log(
          Level.WARNING,
          "no plugin of this node handles effect {0} of run {1}; tried again later",
          due.entry().key(),
          due.runId());
      return;
    } else {
      LOG.log(
          Level.ERROR,
          "effect {0} of run {1} is given up: no plugin handles it",
          due.entry().key(),
          due.runId());
      dispatcher.undeliverable(due.entry().effect());
    }
    outbox.remove(due.threadId(), List.of(due.entry().id()));
  }

  /** The agent that requested it may no longer be at work. */
  private Optional<EffectRegistration<?>> handler(Activation run, String key) {
    EffectRegistration<?> own = run.agent().env().effect(key);
    return own == null ? registry.get().plugins().effect(key) : Optional.of(own);
  }

  private void end(DueEntry due, EndedRuns.EndedRun ended) {
    Activation run = ended.activation();
    RunSummary summary = ended.summary();
    agents.abandon(run);
    agents.endAborted(run, summary);
    ended.notifyPlugins();
    agents.afterRun(run, summary);
    RunEffects.Outgoing held = run.effects().outgoing(due.entry().id());
    List<OutboxEntry> told = notices.ended(due.entry().id(), summary);
    List<OutboxEntry> wanted = held.changes().and(told).written();
    if (outbox.ended(due.threadId(), due.runId(), due.entry().id(), wanted)) {
      notices.committed(told);
      effects.deliver(run, held, run.state().snapshot());
      effects.settle(run);
    }
  }

  /**
   * Opens runs that ended without an owner, for their plugins: with the last agent of the run as
   * pinned, its values and its messages. If these are unavailable or never existed, with the
   * plugins of all agents only. Writes and publishes nothing. Stateless.
   */
  static final class EndedRuns {

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
}

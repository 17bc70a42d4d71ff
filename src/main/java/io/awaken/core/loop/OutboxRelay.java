package io.awaken.core.loop;

import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.EffectDelivery;
import io.awaken.core.loop.activation.RunEffects;
import io.awaken.core.phase.EffectDispatcher;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.plugin.PluginRegistration.EffectRegistration;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.plugin.hook.EffectContext;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
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

  /** Other nodes skip a taken entry for this time. Delivery takes a minute at most. */
  private static final Duration HOLD = Duration.ofMinutes(10);

  private final OutboxStore outbox;
  private final EndedRuns runs;
  private final AgentHooks agents;
  private final EffectDispatcher dispatcher;
  private final EffectDelivery effects;
  private final LiveRegistry registry;
  private final BooleanSupplier draining;
  private final ReentrantLock looking = new ReentrantLock();

  /**
   * @param draining whether no further delivery may start
   */
  public OutboxRelay(
      LiveRegistry registry,
      LoopPorts ports,
      PartCaller caller,
      InstantSource clock,
      BooleanSupplier draining) {
    this.outbox = ports.stores().outbox();
    this.runs = new EndedRuns(registry, ports, caller, clock);
    this.dispatcher = caller.effects();
    this.effects = new EffectDelivery(dispatcher, outbox);
    this.agents = new AgentHooks(caller, new PhaseRunner(caller), effects);
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
      deliverAll();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "delivering to plugins failed; the next pass tries again", e);
    } finally {
      looking.unlock();
    }
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
        case END -> end(due, run);
        case AFTER_RUN -> {
          agents.afterRun(run.activation(), run.summary());
          outbox.remove(due.threadId(), List.of(due.entry().id()));
        }
      }
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "run " + due.runId() + ": " + due.entry().id() + " was not delivered; tried again later",
          e);
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
    agents.endAborted(run, summary);
    ended.notifyPlugins();
    agents.afterRun(run, summary);
    RunEffects.Outgoing held = run.effects().outgoing(due.entry().id());
    List<OutboxEntry> requested = held.changes().written();
    if (outbox.ended(due.threadId(), due.runId(), due.entry().id(), requested)) {
      effects.deliver(run, held, run.state().snapshot());
      effects.settle(run);
    }
  }
}

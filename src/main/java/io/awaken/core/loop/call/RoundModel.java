package io.awaken.core.loop.call;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.tool.RunModel;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The agent's model as the tools of a round may ask it: they ask on their threads, and what that
 * used is counted on the run's, so that the next commit holds it. Used by the run's own thread,
 * except where it says so.
 */
final class RoundModel {

  private final Activation run;
  private final CallHooks hooks;
  private final Consumer<RoundEvent> told;
  private final LongSupplier nanos;
  private volatile TerminationReason ending;

  /**
   * @param told takes what reaches the run's thread
   * @param nanos the time, for what a call of the model takes
   */
  RoundModel(Activation run, CallHooks hooks, Consumer<RoundEvent> told, LongSupplier nanos) {
    this.nanos = nanos;
    this.run = run;
    this.hooks = hooks;
    this.told = told;
    this.ending = run.ending();
  }

  /** For the tool of a call that works on another thread. */
  RunModel of(CancellationToken stops) {
    return new AskedModel(run, this, stops, Thread.currentThread());
  }

  /** Why the run ends, as far as its own thread has said so; null while it goes on. Any thread. */
  TerminationReason ending() {
    return ending;
  }

  /** For measuring. Any thread. */
  long nanos() {
    return nanos.getAsLong();
  }

  /** Has the run's thread count what a call of the model used. Any thread. */
  void used(RoundEvent.Used used) {
    told.accept(used);
  }

  /** Counts it; plugins hear of it and may end the run. */
  void count(RoundEvent.Used used) {
    record(used);
    hooks.used(run, used.usage());
    ending = run.ending();
    used.counted().countDown();
  }

  /** Only counts it: the round is over. */
  void record(RoundEvent.Used used) {
    run.used(used.usage(), run.lastUsage());
    run.events()
        .emit(new AgentEvent.InferenceComplete(used.model(), used.usage(), used.tookMillis()));
  }
}

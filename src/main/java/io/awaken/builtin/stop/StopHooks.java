package io.awaken.builtin.stop;

import io.awaken.builtin.stop.StopPolicy.StopDecision;
import io.awaken.core.action.RunDeadline;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Counts the statistics of a run and evaluates policies after each model call. Thread-safe. */
final class StopHooks {

  static final StateKey<StopStats, StopStats> STATS =
      StateKey.of(
          "stop_condition.stats", StopStats.class, () -> StopStats.NONE, (before, next) -> next);

  private final Function<HookContext, List<StopPolicy>> policies;
  private final InstantSource clock;

  /**
   * @param policies policies of a run, in order of evaluation
   */
  StopHooks(Function<HookContext, List<StopPolicy>> policies, InstantSource clock) {
    this.policies = policies;
    this.clock = clock;
  }

  void register(PluginRegistrar registrar) {
    registrar.registerKey(STATS);
    registrar.registerPhaseHook(Phase.STEP_START, this::stepStarts);
    registrar.registerPhaseHook(Phase.AFTER_INFERENCE, this::answered);
    registrar.onModelFailure(this::failed);
    registrar.onModelUsage(this::used);
  }

  private StateCommand stepStarts(PhaseContext context) {
    StopStats stats = context.state().getOrInitial(STATS);
    if (stats.firstStepMillis() != 0 || policies.apply(context.hook()).isEmpty()) {
      return null;
    }
    // A run that waited in its first step repeats that step, and its time continues.
    Long begun = context.state().getOrInitial(RuntimeKeys.RUN_DEADLINE).begun();
    return StateCommand.none().update(STATS, stats.begun(begun == null ? clock.millis() : begun));
  }

  private StateCommand answered(PhaseContext context) {
    List<StopPolicy> asked = policies.apply(context.hook());
    if (asked.isEmpty()) {
      return null;
    }
    int window = asked.stream().mapToInt(StopPolicy::window).max().orElse(0);
    StopStats stats =
        context
            .state()
            .getOrInitial(STATS)
            .answered(
                context.answer(),
                context.usage(),
                clock.millis(),
                Math.min(window, StopPolicy.MAX_WINDOW));
    StateCommand command = decided(asked, stats);
    // The next model call may be of another agent with other policies.
    return context.state().get(RuntimeKeys.RUN_DEADLINE).isPresent()
        ? command.update(RuntimeKeys.RUN_DEADLINE, RunDeadline.NONE)
        : command;
  }

  private StateCommand failed(HookContext context, InferenceException failure) {
    List<StopPolicy> asked = policies.apply(context);
    if (asked.isEmpty()) {
      return null;
    }
    StopStats stats = context.state().getOrInitial(STATS).failed(clock.millis());
    StateCommand command = decided(asked, stats);
    return asked.stream()
        .map(StopPolicy::timeLimit)
        .filter(Duration::isPositive)
        .min(Comparator.naturalOrder())
        .map(limit -> command.update(RuntimeKeys.RUN_DEADLINE, deadline(stats, limit)))
        .orElse(command);
  }

  private static RunDeadline deadline(StopStats stats, Duration limit) {
    long begun = stats.firstStepMillis();
    return new RunDeadline(begun, begun + limit.toMillis());
  }

  /** Counts model calls of tools. */
  private StateCommand used(HookContext context, TokenUsage usage) {
    List<StopPolicy> asked = policies.apply(context);
    return asked.isEmpty() || usage == null
        ? null
        : decided(asked, context.state().getOrInitial(STATS).used(usage, clock.millis()));
  }

  /** The first stop wins; later policies are not evaluated. */
  private static StateCommand decided(List<StopPolicy> asked, StopStats stats) {
    var command = StateCommand.none().update(STATS, stats.stored());
    for (StopPolicy policy : asked) {
      if (policy.evaluate(stats) instanceof StopDecision.Stop stop) {
        return command.update(
            RuntimeKeys.RUN_LIFECYCLE, TerminationReason.Stopped.of(stop.code(), stop.detail()));
      }
    }
    return command;
  }
}

package io.awaken.core.phase;

import io.awaken.core.plugin.EffectRegistration;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.TypedEffect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * Hands effects to their handlers one after the other, after the commit that brought them. Nothing
 * that goes wrong here reaches the run (features rows 95-97). Stateless.
 */
final class EffectDispatcher {

  private static final Logger LOG = System.getLogger(EffectDispatcher.class.getName());

  private final HookWatch watch;

  EffectDispatcher(HookWatch watch) {
    this.watch = watch;
  }

  EffectDispatchReport dispatch(ExecutionEnv env, List<TypedEffect> effects, Snapshot after) {
    if (effects.isEmpty()) {
      return EffectDispatchReport.NONE;
    }
    var errors = new ArrayList<String>();
    for (TypedEffect effect : effects) {
      EffectRegistration<?> handler = env.effect(effect.key());
      try {
        watch.call(
            handler,
            () -> {
              handler.handle(effect.payload(), after);
              return null;
            });
      } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
        LOG.log(
            Level.WARNING,
            "effect "
                + effect.key()
                + " of plugin "
                + handler.plugin()
                + " failed; the commit stays and the run goes on",
            e);
        errors.add(effect.key() + ": " + e.getClass().getSimpleName());
      }
    }
    return new EffectDispatchReport(effects.size(), List.copyOf(errors));
  }
}

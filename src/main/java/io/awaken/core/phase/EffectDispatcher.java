package io.awaken.core.phase;

import io.awaken.core.plugin.PluginRegistration.EffectRegistration;
import io.awaken.core.plugin.hook.EffectContext;
import io.awaken.core.state.TypedEffect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Calls the handlers of effects after the durable commit that emitted them, and counts their
 * outcomes. Failures do not affect the run (features rows 95-97). Thread-safe.
 */
public final class EffectDispatcher {

  private static final Logger LOG = System.getLogger(EffectDispatcher.class.getName());

  private final HookWatch watch;

  /** Guards the counts. */
  private final Object counts = new Object();

  private final Deque<String> errors = new ArrayDeque<>();
  private long attempted;
  private long failed;

  EffectDispatcher(HookWatch watch) {
    this.watch = watch;
  }

  /** Passes an effect to its handler, which has 10 s. */
  public void dispatch(EffectRegistration<?> handler, TypedEffect effect, EffectContext context) {
    try {
      watch.call(
          handler,
          () -> {
            handler.handle(effect.payload(), context);
            return null;
          });
      count(null);
    } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
      LOG.log(
          Level.WARNING,
          "effect "
              + effect.key()
              + " of plugin "
              + handler.plugin()
              + " failed; the commit stays and the run continues, the effect is not retried: "
              + context.id(),
          e);
      count(effect.key() + ": " + e.getClass().getSimpleName());
    }
  }

  /** Records an effect that is given up because no node has a handler. */
  public void undeliverable(TypedEffect effect) {
    count(effect.key() + ": no handler");
  }

  private void count(String error) {
    synchronized (counts) {
      attempted++;
      if (error != null) {
        failed++;
        if (errors.size() == EffectDispatchReport.NEWEST) {
          errors.removeFirst();
        }
        errors.addLast(error);
      }
    }
  }

  /** The outcomes so far. */
  public EffectDispatchReport report() {
    synchronized (counts) {
      return new EffectDispatchReport(attempted, failed, List.copyOf(errors));
    }
  }
}

package io.awaken.core.phase;

import io.awaken.core.phase.HookWatch.BackgroundCall;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.plugin.Registered;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/**
 * Calls the parts of plugins: within their time limits, on the run's thread or on their own if they
 * block, and handles failures by their policies. Thread-safe.
 */
public final class PartCaller {

  private static final Logger LOG = System.getLogger(PartCaller.class.getName());

  private final HookWatch watch;
  private final Executor threads;
  private final EffectDispatcher effects;

  /**
   * @param watch ends overdue calls
   * @param threads runs blocking parts, each on its own thread
   */
  public PartCaller(HookWatch watch, Executor threads) {
    this.watch = watch;
    this.threads = threads;
    this.effects = new EffectDispatcher(watch);
  }

  /** Runs blocking work for an ended run on a thread of its own. */
  public void apart(Runnable work) {
    threads.execute(work);
  }

  /** Calls a part. */
  @FunctionalInterface
  public interface Invocation<T, R> {
    R on(T part) throws Exception;
  }

  /**
   * Calls one part.
   *
   * @return null when it failed and its policy ignores failures
   * @throws PluginFailure when it failed and its policy does not ignore failures
   * @throws RunCancelled when it noticed the cancellation of the run
   */
  public <T, R> R call(Registered<T> part, Invocation<T, R> invocation) {
    return call(part, null, invocation);
  }

  /**
   * Also interrupts a blocking part when the run is asked to stop.
   *
   * @param stops signals the run to stop; null for parts that must run even then
   */
  public <T, R> R call(Registered<T> part, CancellationToken stops, Invocation<T, R> invocation) {
    return part.blocking()
        ? outcome(part, () -> inBackground(part, invocation).await(stops))
        : here(part, invocation);
  }

  /**
   * Calls parts on the same input: blocking ones concurrently, the others in order meanwhile.
   *
   * @param stops signals the run to stop; interrupts blocking parts
   * @return their results in order, null for an ignored failure
   * @throws PluginFailure of the first failure that is not ignored, parts on this thread before
   *     blocking ones; the rest are not awaited
   */
  public <T, R> List<R> callAll(
      List<Registered<T>> parts, CancellationToken stops, Invocation<T, R> invocation) {
    List<BackgroundCall<R>> background = new ArrayList<>(0);
    try {
      for (Registered<T> part : parts) {
        if (part.blocking()) {
          background.add(outcome(part, () -> inBackground(part, invocation)));
        }
      }
      List<R> results = new ArrayList<>(parts.size());
      for (Registered<T> part : parts) {
        results.add(part.blocking() ? null : here(part, invocation));
      }
      return background.isEmpty() ? results : awaited(parts, background, results, stops);
    } catch (RuntimeException | Error e) {
      background.stream().filter(Objects::nonNull).forEach(BackgroundCall::giveUp);
      throw e;
    }
  }

  /** The watch that ends overdue parts. */
  public HookWatch watch() {
    return watch;
  }

  /** Dispatches effects and counts them. */
  public EffectDispatcher effects() {
    return effects;
  }

  private <T, R> R here(Registered<T> part, Invocation<T, R> invocation) {
    return outcome(part, () -> watch.call(part, () -> invocation.on(part.part())));
  }

  private <T, R> BackgroundCall<R> inBackground(Registered<T> part, Invocation<T, R> invocation) {
    return watch.start(threads, () -> invocation.on(part.part()), part.limit());
  }

  /**
   * @param background the calls of the blocking parts; null for one that could not start, if
   *     ignored
   */
  private static <T, R> List<R> awaited(
      List<Registered<T>> parts,
      List<BackgroundCall<R>> background,
      List<R> results,
      CancellationToken stops) {
    Iterator<BackgroundCall<R>> calls = background.iterator();
    for (int i = 0; i < results.size(); i++) {
      Registered<T> part = parts.get(i);
      BackgroundCall<R> call = part.blocking() ? calls.next() : null;
      if (call != null) {
        results.set(i, outcome(part, () -> call.await(stops)));
      }
    }
    return results;
  }

  private static <R> R outcome(Registered<?> part, Callable<R> call) {
    try {
      return call.call();
    } catch (RunCancelled | PluginFailure e) {
      throw e;
    } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
      return failed(part, e);
    }
  }

  /** Handles the failure of a part: throws, or logs an ignored one. */
  static <R> R failed(Registered<?> part, Throwable e) {
    var failure = new PluginFailure(part, e);
    if (part.onFailure() != FailurePolicy.IGNORE) {
      throw failure;
    }
    LOG.log(Level.WARNING, failure.getMessage() + "; the run continues without it", e);
    return null;
  }
}

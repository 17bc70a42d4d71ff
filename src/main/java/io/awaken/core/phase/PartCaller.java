package io.awaken.core.phase;

import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.plugin.Registered;
import io.awaken.core.run.RunCancelled;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls the parts of plugins: within their deadline, on the run's thread or, when they block, on
 * one of their own, and with what their failure policy says about what goes wrong. Thread-safe.
 */
public final class PartCaller {

  private static final Logger LOG = System.getLogger(PartCaller.class.getName());

  private final HookWatch watch;
  private final Executor threads;

  /**
   * @param watch ends what takes too long
   * @param threads runs blocking parts, each on a thread of its own
   */
  public PartCaller(HookWatch watch, Executor threads) {
    this.watch = watch;
    this.threads = threads;
  }

  /** How a part is called. */
  @FunctionalInterface
  public interface Invocation<T, R> {
    R on(T part) throws Exception;
  }

  /**
   * Calls one part.
   *
   * @return null when it failed and its policy says to ignore that
   * @throws PluginFailure when it failed and that counts
   * @throws RunCancelled when it met that the run was asked to stop
   */
  public <T, R> R call(Registered<T> part, Invocation<T, R> invocation) {
    return outcome(part, () -> start(part, invocation).call());
  }

  /**
   * Calls parts on one and the same input: the blocking ones at once, the others in order.
   *
   * @return their results in order, null for one that failed and is ignored
   * @throws PluginFailure of the first in order that failed and counts
   */
  public <T, R> List<R> callAll(List<Registered<T>> parts, Invocation<T, R> invocation) {
    var started = new ArrayList<Callable<R>>(parts.size());
    for (Registered<T> part : parts) {
      started.add(start(part, invocation));
    }
    var results = new ArrayList<R>(parts.size());
    for (int i = 0; i < started.size(); i++) {
      results.add(outcome(parts.get(i), started.get(i)));
    }
    return results;
  }

  HookWatch watch() {
    return watch;
  }

  private <T, R> Callable<R> start(Registered<T> part, Invocation<T, R> invocation) {
    Callable<R> call = () -> invocation.on(part.part());
    if (!part.blocking()) {
      return () -> watch.call(call);
    }
    var task = new FutureTask<>(call);
    threads.execute(task);
    return () -> await(task);
  }

  private static <R> R await(FutureTask<R> task) throws Exception {
    try {
      return task.get(HookWatch.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | CancellationException e) {
      throw new HookTimeout(HookWatch.DEADLINE.toSeconds());
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case Exception cause -> throw cause;
        case Error cause -> throw cause;
        default -> throw e;
      }
    } finally {
      task.cancel(true);
    }
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

  /** A part failed: throws, or logs what is ignored. */
  static <R> R failed(Registered<?> part, Throwable e) {
    var failure = new PluginFailure(part, e);
    if (part.onFailure() != FailurePolicy.IGNORE) {
      throw failure;
    }
    LOG.log(Level.WARNING, failure.getMessage() + "; the run goes on without it", e);
    return null;
  }
}

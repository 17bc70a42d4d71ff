package io.awaken.server.concurrency;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs a task on a thread of its own, so that thread locals of a library do not stay in a server
 * thread and leak the application's classes.
 */
public final class IsolatedThread {

  private static final ClassLoader LOADER = IsolatedThread.class.getClassLoader();

  private IsolatedThread() {}

  /** Returns when the work is done, or throws what it threw. */
  public static void run(String name, Runnable work) {
    try (ExecutorService thread = Executors.newSingleThreadExecutor(task -> thread(name, task))) {
      thread.submit(work).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(name + " was interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(name + " failed", e.getCause());
    }
  }

  private static Thread thread(String name, Runnable task) {
    Thread thread = Thread.ofPlatform().daemon().name(name).unstarted(task);
    thread.setContextClassLoader(LOADER);
    return thread;
  }
}

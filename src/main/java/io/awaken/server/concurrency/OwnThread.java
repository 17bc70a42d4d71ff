package io.awaken.server.concurrency;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Does something once on a thread that ends with it, so that whatever a library keeps in its thread
 * does not stay in one of the server's and hold the application's classes.
 */
public final class OwnThread {

  private static final ClassLoader LOADER = OwnThread.class.getClassLoader();

  private OwnThread() {}

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

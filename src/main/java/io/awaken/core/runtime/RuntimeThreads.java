package io.awaken.core.runtime;

import io.awaken.core.mailbox.RepeatedDuty;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of an embedded runtime: one daemon for its duties, and virtual ones for what waits
 * beside a run, unless the program brings an executor for that. Runs have their callers' threads.
 */
final class RuntimeThreads implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ExecutorService own;
  private final Executor tasks;
  private final ScheduledThreadPoolExecutor duties;

  /**
   * @param brought the program's executor; null for virtual threads of our own
   */
  RuntimeThreads(Executor brought) {
    own =
        brought == null
            ? Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("awaken-task-", 0).factory())
            : null;
    tasks = brought == null ? own : brought;
    duties =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("awaken-duties").factory());
  }

  /** Runs tools of one step at once, and hooks that block. */
  Executor tasks() {
    return tasks;
  }

  /** Repeats a duty, whatever it throws. */
  void every(Duration time, String name, Runnable duty) {
    var repeated = new RepeatedDuty(name, duty);
    duties.scheduleWithFixedDelay(
        repeated, time.toMillis(), time.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    duties.shutdownNow();
    if (own == null) {
      return;
    }
    own.shutdown();
    try {
      if (!own.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        own.shutdownNow();
      }
    } catch (InterruptedException e) {
      own.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}

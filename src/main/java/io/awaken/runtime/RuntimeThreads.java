package io.awaken.runtime;

import io.awaken.core.supervision.Duty;
import io.awaken.core.supervision.Supervisor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The threads of an embedded runtime: a supervised daemon for each duty, and virtual threads for
 * work beside a run, unless the program supplies an executor. Runs use their callers' threads.
 */
final class RuntimeThreads implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ExecutorService own;
  private final Executor tasks;
  private final Supervisor supervisor;
  private final List<Duty> duties = new ArrayList<>();

  /**
   * @param brought the program's executor; null for our own virtual threads
   */
  RuntimeThreads(Executor brought) {
    own =
        brought == null
            ? Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("awaken-task-", 0).factory())
            : null;
    tasks = brought == null ? own : brought;
    supervisor =
        new Supervisor(
            (name, body) -> Thread.ofPlatform().daemon().name(name).start(body),
            System::nanoTime,
            Supervisor.Times.USUAL);
    supervisor.start();
  }

  /** Runs the tools of one step concurrently, and blocking hooks. */
  Executor tasks() {
    return tasks;
  }

  /** Repeats a duty even if it throws. */
  void every(Duration time, String name, Runnable duty) {
    duties.add(supervisor.repeat(name, time, duty));
  }

  @Override
  public void close() {
    duties.forEach(Duty::end);
    supervisor.close();
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

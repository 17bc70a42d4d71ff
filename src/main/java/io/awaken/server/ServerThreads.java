package io.awaken.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Every thread of ours, made and ended in one place. Runs have virtual threads without any
 * container context but the application's class loader; the timers are platform threads, so that a
 * full carrier pool does not delay a lease.
 */
final class ServerThreads implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ExecutorService runs;
  private final ScheduledExecutorService leases;
  private final ScheduledExecutorService streams;
  private ScheduledExecutorService carriers;
  private CarrierWatch watch;
  private final List<Thread> duties = new ArrayList<>();

  ServerThreads(ClassLoader loader) {
    runs =
        Executors.newThreadPerTaskExecutor(
            within(loader, Thread.ofVirtual().name("awaken-run-", 0).factory()));
    leases = timer("awaken-leases", loader);
    streams = timer("awaken-streams", loader);
  }

  /** A virtual thread for each task; for runs and for reading logs. */
  ExecutorService runs() {
    return runs;
  }

  /** Renews leases and nothing else. */
  ScheduledExecutorService leases() {
    return leases;
  }

  /** Heartbeats and deadlines of streams; its tasks never block. */
  ScheduledExecutorService streams() {
    return streams;
  }

  /** Sees to it that virtual threads go on while their carriers are held; ended last. */
  void watch(Carriers counted) {
    ThreadFactory asked = Thread.ofVirtual().name("awaken-carried").factory();
    watch = new CarrierWatch(counted, task -> asked.newThread(task).start());
    long look = CarrierWatch.LOOK.toMillis();
    carriers = timer("awaken-carriers", ServerThreads.class.getClassLoader());
    carriers.scheduleWithFixedDelay(watch, look, look, TimeUnit.MILLISECONDS);
  }

  /**
   * Looks at something again and again, on a thread that may block.
   *
   * @param every time from the end of a look to the next
   */
  void look(Runnable look, Duration every) {
    long pause = every.toMillis();
    streams.schedule(
        () ->
            runs.execute(
                () -> {
                  try {
                    look.run();
                  } finally {
                    look(look, every);
                  }
                }),
        pause,
        TimeUnit.MILLISECONDS);
  }

  /** Gives a duty a thread; it must come to an end by itself once the node drains. */
  void start(String name, Runnable duty) {
    Thread thread = Thread.ofPlatform().daemon().name(name).unstarted(duty);
    thread.setContextClassLoader(ServerThreads.class.getClassLoader());
    duties.add(thread);
    thread.start();
  }

  /**
   * Ends all of them. Threads that ask the database are not interrupted before their time is up:
   * the embedded one closes its file when that happens.
   */
  @Override
  public void close() {
    leases.shutdown();
    streams.shutdownNow();
    runs.shutdown();
    try {
      if (!runs.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        runs.shutdownNow();
        runs.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      }
      for (Thread duty : duties) {
        duty.join(PATIENCE);
      }
      leases.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      streams.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      endWatch();
    } catch (InterruptedException e) {
      runs.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  /** After everything that may need it. */
  private void endWatch() throws InterruptedException {
    if (carriers != null) {
      carriers.shutdownNow();
      carriers.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      watch.takeBack();
    }
  }

  private static ScheduledExecutorService timer(String name, ClassLoader loader) {
    var timer =
        new ScheduledThreadPoolExecutor(
            1, within(loader, Thread.ofPlatform().daemon().name(name).factory()));
    // An ended stream's next tick would keep it in memory until then.
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  private static ThreadFactory within(ClassLoader loader, ThreadFactory factory) {
    return task ->
        factory.newThread(
            () -> {
              Thread.currentThread().setContextClassLoader(loader);
              task.run();
            });
  }
}

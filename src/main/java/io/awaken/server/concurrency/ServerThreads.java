package io.awaken.server.concurrency;

import io.awaken.core.supervision.Duty;
import io.awaken.core.supervision.Supervisor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Creates and ends all of our threads. Runs have virtual threads without any container context but
 * the application's class loader; duties and timers are platform threads, so that a full carrier
 * pool does not delay a lease. Duties and timers are supervised: one that dies, of a full heap for
 * example, is started again.
 */
public final class ServerThreads implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ClassLoader loader;
  private final Supervisor supervisor;
  private final ExecutorService runs;
  private final ScheduledThreadPoolExecutor leases;
  private final ScheduledThreadPoolExecutor streams;
  private final List<Duty> duties = new ArrayList<>();
  private Duty carriers;
  private CarrierWatch watch;

  public ServerThreads(ClassLoader loader) {
    this.loader = loader;
    supervisor = new Supervisor(this::started, System::nanoTime, Supervisor.Times.USUAL);
    runs =
        Executors.newThreadPerTaskExecutor(
            within(loader, Thread.ofVirtual().name("awaken-run-", 0).factory()));
    leases = timer("awaken-lease-hints");
    streams = timer("awaken-streams");
    supervisor.start();
  }

  /** Restarts dead threads, and names those that cannot be restarted. */
  public Supervisor supervisor() {
    return supervisor;
  }

  /** A virtual thread for each task; for runs and for reading logs. */
  public ExecutorService runs() {
    return runs;
  }

  /**
   * Returns the executor of tool calls.
   *
   * @param name {@code virtual}, or the JNDI name of a managed executor
   */
  public Executor ofTools(String name) {
    if (name.equals("virtual")) {
      return runs;
    }
    try {
      return (Executor) new InitialContext().lookup(name);
    } catch (NamingException | ClassCastException e) {
      throw new IllegalStateException(
          "awaken.tools.executor is '" + name + "', and no executor is bound there", e);
    }
  }

  /** Reads or writes a stream of a process on a thread that it may block until the process ends. */
  public void ofProcess(Runnable task) {
    started("awaken-process", task);
  }

  /** Renews leases early and does nothing else. */
  public ScheduledExecutorService leases() {
    return leases;
  }

  /** Heartbeats and deadlines of streams; its tasks never block. */
  public ScheduledExecutorService streams() {
    return streams;
  }

  /** Keeps virtual threads running while their carriers are pinned; ended last. */
  public void watch(Carriers counted) {
    ThreadFactory carried = Thread.ofVirtual().name("awaken-carried").factory();
    watch = new CarrierWatch(counted, task -> carried.newThread(task).start());
    carriers = supervisor.repeat("awaken-carriers", CarrierWatch.INTERVAL, watch);
  }

  /** Runs a duty on a thread; it must end by itself once the node drains. */
  public void start(String name, Runnable duty) {
    duties.add(supervisor.keep(name, duty));
  }

  /** Repeats a duty on a thread of its own, which it may block. */
  public void repeat(String name, Duration every, Runnable duty) {
    duties.add(supervisor.repeat(name, every, duty));
  }

  /** Supervises a part with its own threads. */
  void tend(String name, BooleanSupplier works, Runnable restore) {
    duties.add(supervisor.tend(name, works, restore));
  }

  /**
   * Ends all threads. Those that query the database are interrupted only after a grace period: an
   * interrupt makes the embedded database close its file.
   */
  @Override
  public void close() {
    duties.forEach(Duty::end);
    leases.shutdown();
    streams.shutdownNow();
    runs.shutdown();
    try {
      if (!runs.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        runs.shutdownNow();
        runs.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      }
      for (Duty duty : duties) {
        duty.join(PATIENCE);
      }
      leases.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      streams.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      endWatch();
    } catch (InterruptedException e) {
      runs.shutdownNow();
      Thread.currentThread().interrupt();
    } finally {
      supervisor.close();
    }
  }

  /** Last, since the others may need it. */
  private void endWatch() throws InterruptedException {
    if (carriers != null) {
      carriers.end();
      carriers.join(PATIENCE);
      watch.restore();
    }
  }

  private Thread started(String name, Runnable body) {
    Thread thread = Thread.ofPlatform().daemon().name(name).unstarted(body);
    thread.setContextClassLoader(loader);
    thread.start();
    return thread;
  }

  private ScheduledThreadPoolExecutor timer(String name) {
    var timer =
        new ScheduledThreadPoolExecutor(
            1, within(loader, Thread.ofPlatform().daemon().name(name).factory()));
    // An ended stream's next tick would keep it in memory until then.
    timer.setRemoveOnCancelPolicy(true);
    timer.prestartCoreThread();
    // Its thread is replaced when it dies, unless there is no memory for another one.
    tend(name, () -> timer.getPoolSize() > 0, timer::prestartCoreThread);
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

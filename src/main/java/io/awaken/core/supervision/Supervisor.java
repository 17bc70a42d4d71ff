package io.awaken.core.supervision;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Supervises the duties of a node. A thread that dies of any {@link Throwable}, even an {@link
 * OutOfMemoryError}, is logged with the time of its restart and restarted, with pauses that double
 * while it keeps dying. A duty counts as down from its first death until it has worked for {@link
 * Times#steady}; {@link #dead} names those that have been down for longer than {@link
 * Times#mostDown}. Thread-safe.
 *
 * <p>Duties should handle the failures that they expect, such as an unavailable database: any
 * failure that reaches the supervisor counts as a death.
 */
public final class Supervisor implements AutoCloseable {

  /** The name under which {@link #dead} reports the supervisor's own thread. */
  public static final String NAME = "awaken-supervisor";

  private static final Duration CHECK_INTERVAL = Duration.ofMillis(100);
  private static final Duration ENDING = Duration.ofSeconds(1);

  private final List<Supervised> all = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Threads threads;
  private final LongSupplier nanos;
  private final Times times;
  private Thread watch;
  private volatile long lastCheck;

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  public Supervisor(Threads threads, LongSupplier nanos, Times times) {
    this.threads = threads;
    this.nanos = nanos;
    this.times = times;
    this.lastCheck = nanos.getAsLong();
  }

  /** Starts threads. */
  @FunctionalInterface
  public interface Threads {

    /**
     * Starts a thread.
     *
     * @return the thread, already started
     */
    Thread start(String name, Runnable body);
  }

  /**
   * The times of a supervisor.
   *
   * @param firstPause before the first restart; doubled with each death that follows
   * @param longestPause the longest pause between two restarts; shorter than {@code steady}
   * @param steady time after a restart from which a duty counts as recovered
   * @param mostDown time after which a duty that is down is reported as dead
   */
  public record Times(
      Duration firstPause, Duration longestPause, Duration steady, Duration mostDown) {

    /** 250 ms, 10 s, 15 s and 60 s. */
    public static final Times USUAL =
        new Times(
            Duration.ofMillis(250),
            Duration.ofSeconds(10),
            Duration.ofSeconds(15),
            Duration.ofSeconds(60));
  }

  /** Starts a supervisor on its own thread. */
  public void start() {
    watch = threads.start(NAME, this::watch);
  }

  /**
   * Keeps a loop running on its own thread. A loop that returns is finished and not restarted,
   * unless its thread was interrupted.
   */
  public Duty keep(String name, Runnable loop) {
    return add(new SupervisedThread(name, threads, ignored -> loop.run()));
  }

  /**
   * Repeats work on its own thread, with this pause before each repetition. After a restart the
   * work is done at once.
   */
  public Duty repeat(String name, Duration pause, Runnable work) {
    var repetition = new Repetition(pause, work);
    return add(new SupervisedThread(name, threads, repetition::run));
  }

  /**
   * Supervises a part with its own threads.
   *
   * @param works whether it works; checked every 100 ms
   * @param restore makes it work again
   */
  public Duty tend(String name, BooleanSupplier works, Runnable restore) {
    return add(new SupervisedPart(name, works, restore));
  }

  private Duty add(Supervised duty) {
    duty.begin(nanos.getAsLong());
    all.add(duty);
    return duty;
  }

  /** The names of the duties that have been down for too long; empty on a healthy node. */
  public List<String> dead() {
    long now = nanos.getAsLong();
    var dead = new ArrayList<String>();
    for (Supervised duty : all) {
      if (duty.downFor(now) > times.mostDown().toNanos()) {
        dead.add(duty.name());
      }
    }
    if (watch != null && closed.getCount() > 0 && now - lastCheck > times.mostDown().toNanos()) {
      dead.add(NAME);
    }
    return dead;
  }

  /** Checks each duty once: notices deaths, restarts what is due, notices recoveries. */
  void check() {
    for (Supervised duty : all) {
      duty.check(nanos.getAsLong(), times);
    }
    lastCheck = nanos.getAsLong();
  }

  /** Must survive a full heap: failures caught here were not logged and must not end it. */
  private void watch() {
    while (closed.getCount() > 0) {
      try {
        check();
        closed.await(CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
      } catch (Throwable e) {
        // Nothing is allocated here; the next check logs what this one could not.
        Thread.onSpinWait();
      }
    }
  }

  /**
   * Stops restarting and waits briefly for its own thread; running threads are ended through their
   * {@link Duty}.
   */
  @Override
  public void close() {
    closed.countDown();
    try {
      if (watch != null && watch.getState() != Thread.State.NEW) {
        watch.join(ENDING);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

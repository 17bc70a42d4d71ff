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
 * Keeps the duties of a node at work. A thread that dies of any {@link Throwable}, an {@link
 * OutOfMemoryError} too, is logged with the time of its restart and started again, with pauses that
 * double while it keeps dying. A duty counts as down from its first death until it has worked for
 * {@link Times#steady}; {@link #dead} names those that are down for longer than {@link
 * Times#mostDown}. Thread-safe.
 *
 * <p>Duties should handle the failures that they expect, such as a database that is away: whatever
 * reaches the supervisor counts as a death.
 */
public final class Supervisor implements AutoCloseable {

  /** Under what name {@link #dead} reports that the supervisor's own thread is gone. */
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
   * How patient a supervisor is.
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

  /** Begins to supervise duties, on a thread of its own. */
  public void start() {
    watch = threads.start(NAME, this::watch);
  }

  /**
   * Keeps a loop running on a thread of its own, from now on. A loop that returns is over and is
   * not started again, unless its thread was interrupted.
   */
  public Duty keep(String name, Runnable loop) {
    return add(new SupervisedThread(name, threads, ignored -> loop.run()));
  }

  /**
   * Repeats work on a thread of its own, with this pause before each time. After a death the work
   * is done at once.
   */
  public Duty repeat(String name, Duration pause, Runnable work) {
    var repetition = new Repetition(pause, work);
    return add(new SupervisedThread(name, threads, repetition::run));
  }

  /**
   * Looks after a part with threads of its own.
   *
   * @param works whether it works; asked every 100 ms
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

  /** Must outlive a full heap: whatever is caught here was logged by nobody and must not end it. */
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
   * Restarts nothing any more and waits a moment for its own thread; threads that run are ended
   * through their {@link Duty}.
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

package io.awaken.server.concurrency;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Keeps virtual threads running when all of their carriers are pinned.
 *
 * <p>A virtual thread that waits for class loading pins its carrier. If an unmounted virtual thread
 * owns the class loader's lock and as many threads as there are carriers wait for it, no virtual
 * thread ever runs again: on two cores two runs that start together suffice. So there are many
 * carriers while the application starts and resumes earlier runs. After that, a periodic check adds
 * carriers when no virtual thread runs, and removes them after a quiet period.
 *
 * <p>The extra carriers are removed soon: under load all of them are busy, and on few cores they
 * starve the compiler and a local database just when there is most to compile.
 *
 * <p>Needs its own platform thread and only loaded classes: every other thread may be waiting for
 * that lock.
 */
final class CarrierWatch implements Runnable {

  /** Time between two checks. */
  static final Duration INTERVAL = Duration.ofMillis(500);

  /** Unanswered checks after which carriers are added; one alone may be a pause of the machine. */
  private static final int MISSED = 2;

  /** Answered checks after which the carriers added at start are removed: ten seconds. */
  private static final int STARTED = 20;

  /** Likewise for those added because virtual threads were stalled: a minute. */
  private static final int QUIET = 120;

  /** Carriers while starting or stalled; the JVM creates only those it needs. */
  private static final int MANY = 256;

  /** Each is a platform thread. */
  private static final int MOST = 1_024;

  /**
   * Virtual threads started by a check when none answers. The JVM wakes a carrier only if the
   * starting thread's queue was empty or has to grow, which first happens at 512.
   */
  private static final int QUEUE = 1_024;

  private static final Logger LOG = System.getLogger(CarrierWatch.class.getName());

  private final Carriers carriers;
  private final Executor virtual;
  private final Runnable answer = this::answer;
  private final int usual;
  private int count;
  private int enough = STARTED;
  private int missed;
  private int quiet;
  private boolean exhausted;
  private volatile boolean answered;

  /**
   * Adds carriers for the start. Uses the code path of later additions, so that its classes are
   * loaded.
   *
   * @param virtual starts a virtual thread for each task
   */
  CarrierWatch(Carriers carriers, Executor virtual) {
    this.carriers = carriers;
    this.virtual = virtual;
    this.usual = carriers.count();
    this.count = usual;
    addCarriers();
  }

  /** One check. */
  @Override
  public void run() {
    if (!answered) {
      missed++;
      if (missed >= MISSED) {
        help();
      }
      return;
    }
    if (missed >= MISSED) {
      LOG.log(
          Level.WARNING,
          "virtual threads were stalled for {0} ms because all carriers were pinned; the limit is"
              + " now {1}",
          missed * INTERVAL.toMillis(),
          count);
      quiet = 0;
    }
    missed = 0;
    exhausted = false;
    quiet++;
    if (quiet == enough) {
      restore();
    }
    ask();
  }

  /** Restores the JVM's settings; not during a check. */
  void restore() {
    if (count > usual) {
      set(usual);
    }
  }

  private void help() {
    enough = QUIET;
    boolean added = addCarriers();
    if (!added && !exhausted) {
      // Not earlier: logging may wait for that lock.
      exhausted = true;
      LOG.log(
          Level.ERROR,
          "virtual threads are stalled, {0} carriers are pinned: no run continues until one of them"
              + " is free; a thread dump shows what they wait for",
          count);
    }
  }

  private boolean addCarriers() {
    int more = count < MANY ? MANY : count * 2;
    boolean added = more <= MOST;
    if (added) {
      set(more);
    }
    ask();
    for (int started = 1; started < QUEUE && !answered; started++) {
      virtual.execute(answer);
    }
    return added;
  }

  private void set(int target) {
    carriers.count(target);
    count = target;
  }

  private void ask() {
    answered = false;
    virtual.execute(answer);
  }

  private void answer() {
    answered = true;
  }
}

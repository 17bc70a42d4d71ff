package io.awaken.server.concurrency;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Keeps virtual threads going when all of their carriers are held.
 *
 * <p>A virtual thread that waits while a class is loaded or initialised keeps its carrier. When the
 * class loader's lock belongs to one that has left its carrier, and as many as there are carriers
 * wait for that lock, no virtual thread ever runs again: on two cores two runs that begin together
 * suffice. So there are many carriers while the application starts and the runs go on that an
 * earlier process left. Later it is asked again and again whether a virtual thread still runs; when
 * none does, carriers are added until one does, and taken back after a quiet while.
 *
 * <p>The many are taken back soon: with load each of them is busy, and on few cores the compiler
 * and a database beside it get next to nothing, just when there is most to compile.
 *
 * <p>Needs a platform thread of its own, and no class that is not loaded: every other thread may be
 * waiting for that lock.
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

  /** Carriers when it matters; a JVM makes no more than it needs. */
  private static final int MANY = 256;

  /** Each is a platform thread. */
  private static final int MOST = 1_024;

  /**
   * Virtual threads that are started at one check when none answers. A carrier is woken only when
   * the queue of the starting thread was empty or has to grow, which it has to at 512 first.
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
  private boolean givenUp;
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
          "virtual threads stood still for {0} ms, all carriers were held; there may be {1} now",
          missed * INTERVAL.toMillis(),
          count);
      quiet = 0;
    }
    missed = 0;
    givenUp = false;
    quiet++;
    if (quiet == enough) {
      takeBack();
    }
    ask();
  }

  /** Restores the JVM's settings; not during a check. */
  void takeBack() {
    if (count > usual) {
      set(usual);
    }
  }

  private void help() {
    enough = QUIET;
    boolean added = addCarriers();
    if (!added && !givenUp) {
      // Not before: a thread that logs may wait for that lock.
      givenUp = true;
      LOG.log(
          Level.ERROR,
          "virtual threads stand still, {0} carriers are held: no run goes on until one of them is"
              + " free; a thread dump tells what they wait for",
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
    for (int asked = 1; asked < QUEUE && !answered; asked++) {
      virtual.execute(answer);
    }
    return added;
  }

  private void set(int wanted) {
    carriers.count(wanted);
    count = wanted;
  }

  private void ask() {
    answered = false;
    virtual.execute(answer);
  }

  private void answer() {
    answered = true;
  }
}

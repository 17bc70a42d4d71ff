package io.awaken.core.supervision;

import io.awaken.core.supervision.Supervisor.Times;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * A supervised duty: working, or dead and to be restarted. Only the supervisor's thread checks it;
 * any thread may call {@link #downFor}.
 */
abstract class Supervised implements Duty {

  private static final Logger LOG = System.getLogger(Supervisor.class.getName());

  private final String name;
  private boolean noticed;
  private boolean reported;
  private int deaths;
  private long startedNanos;
  private long restartNanos;
  private volatile long downNanos;
  private volatile boolean down;
  private volatile boolean ended;

  Supervised(String name) {
    this.name = name;
  }

  /** Whether it died and was not ended. */
  abstract boolean broken();

  /** Why it died; null when unknown. */
  abstract Throwable failure();

  /** Starts or restarts it. */
  abstract void restore();

  final String name() {
    return name;
  }

  @Override
  public void end() {
    ended = true;
  }

  /** Starts it for the first time; a failure counts as a death. */
  final void begin(long now) {
    startedNanos = now;
    restored();
  }

  /** Nanoseconds that it has been down; 0 when it works or was ended. */
  final long downFor(long now) {
    return down && !ended ? now - downNanos : 0;
  }

  /** Notices a death or a recovery, and restarts what is due. Never throws. */
  final void check(long now, Times times) {
    if (ended) {
      return;
    }
    if (!broken()) {
      recovered(now, times);
    } else if (!noticed) {
      died(now, times);
    } else if (now - restartNanos >= 0) {
      startedNanos = now;
      // First, since a failed start is a new death.
      noticed = false;
      restored();
    }
    if (!reported && downFor(now) > times.mostDown().toNanos()) {
      reported = true;
      log(
          Level.ERROR,
          "{0} has not worked for {1}; /health/live is 503 until it does",
          times.mostDown());
    }
  }

  private void died(long now, Times times) {
    if (!down) {
      downNanos = now;
      down = true;
    }
    long longest = times.longestPause().toNanos();
    long pause = times.firstPause().toNanos() << Math.min(deaths, 20);
    pause = pause <= 0 || pause > longest ? longest : pause;
    restartNanos = now + pause;
    noticed = true;
    deaths++;
    died(Duration.ofNanos(pause));
  }

  private void died(Duration pause) {
    try {
      LOG.log(Level.ERROR, name + " died; it is started again in " + pause, failure());
    } catch (Throwable e) {
      // No memory for the log; the recovery is logged.
      return;
    }
  }

  private void recovered(long now, Times times) {
    if (down && now - startedNanos >= times.steady().toNanos()) {
      down = false;
      deaths = 0;
      reported = false;
      log(Level.INFO, "{0} works again, {1} after it was restarted", times.steady());
    }
  }

  /** A failed start counts as a death, see {@link #broken}. */
  private void restored() {
    try {
      restore();
    } catch (Throwable e) {
      failed(e);
    }
  }

  /** It could not be started. */
  abstract void failed(Throwable why);

  private void log(Level level, String text, Duration time) {
    try {
      LOG.log(level, text, name, time);
    } catch (Throwable e) {
      // No memory for the log; health responses report it.
      return;
    }
  }
}

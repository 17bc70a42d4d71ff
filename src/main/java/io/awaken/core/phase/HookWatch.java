package io.awaken.core.phase;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Interrupts what plugins do on a run's thread when it takes too long. One look around every second
 * serves all runs, so that watching costs a call next to nothing. Thread-safe.
 *
 * <p>A part that takes no notice of its interrupt keeps its run's thread: who waits for something
 * shall be registered as blocking.
 */
public final class HookWatch {

  /** How long a part may take. */
  public static final Duration DEADLINE = Duration.ofSeconds(10);

  private final LongSupplier nanoTime;
  private final Set<Watched> running = ConcurrentHashMap.newKeySet();

  /**
   * @param nanoTime a clock that only goes forward, in nanoseconds
   */
  public HookWatch(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Interrupts everything that is overdue; to be called about once a second. */
  public void interruptOverdue() {
    long now = nanoTime.getAsLong();
    for (Watched watched : running) {
      watched.interruptIfOverdue(now);
    }
  }

  /**
   * Calls on this thread, and interrupts it when the deadline passes.
   *
   * @throws HookTimeout when the deadline had passed, whatever the call did then
   * @throws Exception whatever the call throws in time
   */
  <T> T call(Callable<T> part) throws Exception {
    var watched = new Watched(Thread.currentThread(), nanoTime.getAsLong());
    running.add(watched);
    try {
      T result = part.call();
      watched.end();
      return result;
    } catch (Exception e) {
      watched.end();
      throw e;
    } finally {
      running.remove(watched);
    }
  }

  private static final class Watched {

    private final Thread thread;
    private final long since;
    private boolean ended;
    private boolean interrupted;

    Watched(Thread thread, long since) {
      this.thread = thread;
      this.since = since;
    }

    synchronized void interruptIfOverdue(long now) {
      if (!ended && !interrupted && now - since > DEADLINE.toNanos()) {
        interrupted = true;
        thread.interrupt();
      }
    }

    /** After this no interrupt comes, and none of ours is left on the thread. */
    synchronized void end() throws HookTimeout {
      ended = true;
      if (interrupted) {
        Thread.interrupted();
        throw new HookTimeout(DEADLINE.toSeconds());
      }
    }
  }
}

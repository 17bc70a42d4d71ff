package io.awaken.core.phase;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Ends what parts of plugins do when it takes too long: on a run's thread by an interrupt, on a
 * thread of its own by waiting for it no longer. One look around every second serves all runs, so
 * that watching costs a call next to nothing; without these looks nothing is ever overdue.
 * Thread-safe.
 *
 * <p>A part that takes no notice of its interrupt keeps its run's thread: who waits for something
 * shall be registered as blocking.
 */
public final class HookWatch {

  /** How long a part may take. */
  public static final Duration DEADLINE = Duration.ofSeconds(10);

  private final LongSupplier nanoTime;
  private final Set<WatchedCall> running = ConcurrentHashMap.newKeySet();

  /**
   * @param nanoTime a clock that only goes forward, in nanoseconds
   */
  public HookWatch(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Ends everything that is overdue; to be called about once a second. */
  public void interruptOverdue() {
    long now = nanoTime.getAsLong();
    for (WatchedCall call : running) {
      call.endIfOverdue(now);
    }
  }

  /**
   * Calls on this thread, and interrupts it when the deadline passes.
   *
   * @throws HookTimeout when it was interrupted, whatever the call did then
   * @throws Exception whatever the call throws in time
   */
  <T> T call(Callable<T> part) throws Exception {
    var call = new CallHere(nanoTime.getAsLong());
    running.add(call);
    try {
      return part.call();
    } finally {
      running.remove(call);
      if (call.close()) {
        // The interrupt was for the part; what the run does next is not overdue.
        Thread.interrupted();
        throw new HookTimeout();
      }
    }
  }

  /** Begins a call on a thread of its own; it is overdue when the deadline passes from now on. */
  <T> BackgroundCall<T> start(Executor threads, Callable<T> part) {
    var call = new BackgroundCall<>(part, nanoTime.getAsLong(), running);
    call.startOn(threads);
    return call;
  }

  private static final class CallHere extends WatchedCall {
    private final Thread thread = Thread.currentThread();

    CallHere(long since) {
      super(since);
    }

    @Override
    void end() {
      thread.interrupt();
    }
  }
}

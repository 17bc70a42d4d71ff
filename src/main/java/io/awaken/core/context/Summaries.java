package io.awaken.core.context;

import io.awaken.core.model.InferenceException;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.ThreadId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The summaries that a node makes beside its runs (features row 153): at most one for each thread,
 * and few at once. A run starts one and goes on; the run that finds it ready commits it, maybe the
 * next one of the thread. What nobody takes is forgotten, and a crash loses it: it is made again.
 * Thread-safe.
 */
public final class Summaries implements AutoCloseable {

  /** Makes none: for what never summarises. */
  public static final Summaries NONE = new Summaries(task -> {}, () -> 0, 0);

  /** At once, on one node. */
  public static final int AT_ONCE = 8;

  /** The longest that a summariser may take. */
  public static final Duration LIMIT = Duration.ofMinutes(2);

  /** No thread is tried again sooner after its summariser has failed. */
  static final Duration PAUSE = Duration.ofMinutes(1);

  /** What is ready that long is forgotten. */
  static final Duration KEPT = Duration.ofHours(1);

  /** Threads that are remembered; of more the oldest are forgotten. */
  static final int THREADS = 1_000;

  private static final Logger LOG = System.getLogger(Summaries.class.getName());

  private final Executor threads;
  private final LongSupplier nanoTime;
  private final int atOnce;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ThreadId, Entry> entries = new LinkedHashMap<>();
  private int working;
  private long made;
  private long unneeded;
  private long failures;
  private boolean closed;

  /**
   * @param threads runs each summariser, on a thread of its own
   * @param nanoTime a clock that never goes back
   */
  public Summaries(Executor threads, LongSupplier nanoTime) {
    this(threads, nanoTime, AT_ONCE);
  }

  private Summaries(Executor threads, LongSupplier nanoTime, int atOnce) {
    this.threads = threads;
    this.nanoTime = nanoTime;
    this.atOnce = atOnce;
  }

  /** Makes one summary. */
  @FunctionalInterface
  public interface Work {
    /**
     * @param stops ends the call of the model
     * @return empty when it turned out not to be worth having
     * @throws Exception of any kind: it is logged, and the thread is left alone for a minute
     */
    Optional<SummaryResult> make(CancellationToken stops) throws Exception;
  }

  /** What there is of a thread; guarded by the lock. */
  private static final class Entry {
    final CancellationToken stops = new CancellationToken();
    long since;
    boolean working = true;
    SummaryResult ready;
  }

  /**
   * What became of the summaries of a node since it began.
   *
   * @param made summaries that are worth having, whether or not a run took them
   * @param unneeded those that turned out to save too little
   * @param failed those that no model made, without those that the end of the node stopped
   */
  public record Counts(long made, long unneeded, long failed) {}

  /** What became of them so far. */
  public Counts counts() {
    lock.lock();
    try {
      return new Counts(made, unneeded, failures);
    } finally {
      lock.unlock();
    }
  }

  /** Whether {@link #start} would begin one for the thread. */
  public boolean idle(ThreadId thread) {
    lock.lock();
    try {
      return working < atOnce && !closed && !entries.containsKey(thread);
    } finally {
      lock.unlock();
    }
  }

  /** Begins in the background, unless the thread has one or as many are made as may be at once. */
  public void start(ThreadId thread, Work work) {
    var entry = new Entry();
    lock.lock();
    try {
      if (working >= atOnce || closed || entries.containsKey(thread)) {
        return;
      }
      entry.since = nanoTime.getAsLong();
      entries.put(thread, entry);
      working++;
    } finally {
      lock.unlock();
    }
    try {
      threads.execute(() -> make(thread, entry, work));
    } catch (RuntimeException e) {
      failed(thread, entry, e);
    }
  }

  private void make(ThreadId thread, Entry entry, Work work) {
    try {
      SummaryResult result = work.make(entry.stops).orElse(null);
      count(result == null ? 0 : 1, result == null ? 1 : 0, 0);
      done(entry, result);
    } catch (Exception | OutOfMemoryError | StackOverflowError | LinkageError | AssertionError e) {
      failed(thread, entry, e);
    }
  }

  private void failed(ThreadId thread, Entry entry, Throwable e) {
    done(entry, null);
    if (entry.stops.reason() == CancellationToken.Reason.DRAINING) {
      LOG.log(
          Level.DEBUG, "the summary of thread {0} is given up: the node goes down", thread.value());
      return;
    }
    count(0, 0, 1);
    String why =
        entry.stops.isCancelled() ? "it took more than " + LIMIT.toSeconds() + " s" : text(e);
    LOG.log(
        Level.WARNING,
        "thread {0} is not summarised: {1}; its runs go on without, and it is tried again after"
            + " {2} s",
        thread.value(),
        why,
        PAUSE.toSeconds());
  }

  private void count(int more, int needless, int failed) {
    lock.lock();
    try {
      made += more;
      unneeded += needless;
      failures += failed;
    } finally {
      lock.unlock();
    }
  }

  private static String text(Throwable e) {
    if (e instanceof InferenceException failure) {
      return failure.logLine();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** Nothing ready stands for a pause until the thread is tried again. */
  private void done(Entry entry, SummaryResult result) {
    lock.lock();
    try {
      if (entry.working) {
        entry.working = false;
        entry.ready = result;
        entry.since = nanoTime.getAsLong();
        working--;
      }
    } finally {
      lock.unlock();
    }
  }

  /** The summary of a thread, once. */
  public Optional<SummaryResult> take(ThreadId thread) {
    lock.lock();
    try {
      Entry entry = entries.get(thread);
      if (entry == null || entry.ready == null) {
        return Optional.empty();
      }
      entries.remove(thread);
      return Optional.of(entry.ready);
    } finally {
      lock.unlock();
    }
  }

  /** Ends overdue summaries and drops those that no run took; to be called periodically. */
  public void tidy() {
    List<Entry> overdue = new ArrayList<>();
    lock.lock();
    try {
      long now = nanoTime.getAsLong();
      Iterator<Entry> all = entries.values().iterator();
      while (all.hasNext()) {
        Entry entry = all.next();
        Duration limit = entry.working ? LIMIT : entry.ready == null ? PAUSE : KEPT;
        boolean over = now - entry.since > limit.toNanos();
        if (entry.working && over) {
          overdue.add(entry);
        } else if (over || !entry.working && entries.size() > THREADS) {
          all.remove();
        }
      }
    } finally {
      lock.unlock();
    }
    overdue.forEach(entry -> entry.stops.cancel(CancellationToken.Reason.OVERDUE));
  }

  /** Ends all that is made, and makes no more: the node goes down. */
  @Override
  public void close() {
    List<Entry> all;
    lock.lock();
    try {
      closed = true;
      all = List.copyOf(entries.values());
      entries.clear();
    } finally {
      lock.unlock();
    }
    all.forEach(entry -> entry.stops.cancel(CancellationToken.Reason.DRAINING));
  }
}

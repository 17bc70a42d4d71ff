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
 * The summaries that a node makes in the background (features row 153): at most one per thread, and
 * few at once. A run starts one and continues; that run or a later one of the thread commits it
 * when it is ready. A summary that no run takes is dropped, and a crash loses it; it is then made
 * again. Thread-safe.
 */
public final class Summaries implements AutoCloseable {

  /** Makes no summaries. */
  public static final Summaries NONE = new Summaries(task -> {}, () -> 0, 0);

  /** Maximum concurrent summaries of a node. */
  public static final int AT_ONCE = 8;

  /** Time limit of a summariser. */
  public static final Duration LIMIT = Duration.ofMinutes(2);

  /** Delay before the next attempt for a thread whose summariser failed. */
  static final Duration PAUSE = Duration.ofMinutes(1);

  /** Time after which a finished summary is dropped. */
  static final Duration KEPT = Duration.ofHours(1);

  /** Maximum tracked threads; the oldest are dropped. */
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
   * @param threads runs each summariser on its own thread
   * @param nanoTime a monotonic clock in nanoseconds
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
     * @param stops cancels the model call
     * @return empty when it is not worthwhile
     * @throws Exception any failure; it is logged, and the thread is not tried again for a minute
     */
    Optional<SummaryResult> make(CancellationToken stops) throws Exception;
  }

  /** The state of a thread; guarded by the lock. */
  private static final class Entry {
    final CancellationToken stops = new CancellationToken();
    long since;
    boolean working = true;
    SummaryResult ready;
  }

  /**
   * Counts of a node's summaries since its start.
   *
   * @param made worthwhile summaries, whether or not a run took them
   * @param unneeded summaries that save too little
   * @param failed failed attempts, without those that the end of the node stopped
   */
  public record Counts(long made, long unneeded, long failed) {}

  /** The counts so far. */
  public Counts counts() {
    lock.lock();
    try {
      return new Counts(made, unneeded, failures);
    } finally {
      lock.unlock();
    }
  }

  /** Whether {@link #start} would start one for the thread. */
  public boolean idle(ThreadId thread) {
    lock.lock();
    try {
      return working < atOnce && !closed && !entries.containsKey(thread);
    } finally {
      lock.unlock();
    }
  }

  /** Starts a summary in the background, unless the thread has one or the maximum is reached. */
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
          Level.DEBUG,
          "the summary of thread {0} is abandoned: the node is stopping",
          thread.value());
      return;
    }
    count(0, 0, 1);
    String why =
        entry.stops.isCancelled() ? "it took more than " + LIMIT.toSeconds() + " s" : text(e);
    LOG.log(
        Level.WARNING,
        "thread {0} is not summarised: {1}; its runs continue without a summary; next attempt after"
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

  /** No result means a pause before the next attempt. */
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

  /** Removes and returns the summary of a thread. */
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

  /** Stops all summaries and accepts no more, at the end of the node. */
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

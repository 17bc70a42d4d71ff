package io.awaken.http.stream.read;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.awaken.core.store.StoreUnavailable;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads a log for one reader, page by page on virtual threads, repeats failed queries, and polls.
 * Queries run one at a time. What is read, one run or all runs of a thread, is up to the subclass.
 * Thread-safe: the state is guarded by this object.
 */
abstract class LogReader implements StreamReader {

  static final System.Logger LOG = System.getLogger(LogReader.class.getName());

  final StreamSettings settings;
  final StreamThreads threads;

  /** Wakes the writer; set when reading starts. */
  volatile Runnable wake = () -> {};

  /** Whether a query is in progress or about to start; guarded by this. */
  boolean fetching;

  /** Whether the log is read again after that; guarded by this. */
  boolean readAgain;

  private final AtomicBoolean pollComes = new AtomicBoolean();

  LogReader(StreamSettings settings, StreamThreads threads) {
    this.settings = settings;
    this.threads = threads;
  }

  /** Whether the log is read at all now, when asked for; called under the lock. */
  abstract boolean wantsLog();

  /** Whether a page may be queued, else the writer's next call reads it; called under the lock. */
  abstract boolean hasRoom();

  /** Reads a page with one query; may block. Returns whether the next one is due at once. */
  abstract boolean readPage();

  /** A query failed and will be repeated; called under the lock. */
  void readFailed() {}

  /** The time of a poll has come. */
  abstract void poll();

  /** Reads the log now, or again after the query in progress, or when there is room. */
  final void readLog() {
    synchronized (this) {
      if (!wantsLog()) {
        return;
      }
      if (fetching) {
        readAgain = true;
        return;
      }
      if (!readsOn()) {
        return;
      }
    }
    readPages();
  }

  /** Whether the next page is read at once; called under the lock. */
  final boolean readsOn() {
    fetching = hasRoom();
    return fetching;
  }

  final void readPages() {
    threads.blocking().execute(this::fetch);
  }

  private void fetch() {
    try {
      while (readPage()) {
        wake.run();
      }
    } catch (RuntimeException | Error e) {
      Duration again = settings.times().poll();
      LOG.log(level(e), "events of {0} could not be read; retry in {1}: {2}", what(), again, e);
      synchronized (this) {
        fetching = false;
        readFailed();
      }
      pollIn(again);
    }
    wake.run();
  }

  /** Otherwise every open stream would log that the store is away, which the store logs once. */
  static System.Logger.Level level(Throwable failure) {
    return failure instanceof StoreUnavailable ? DEBUG : WARNING;
  }

  /** Schedules a poll; returns false if one is scheduled already. */
  final boolean pollIn(Duration delay) {
    if (!pollComes.compareAndSet(false, true)) {
      return false;
    }
    threads.timer().schedule(this::timedPoll, delay.toMillis(), TimeUnit.MILLISECONDS);
    return true;
  }

  private void timedPoll() {
    pollComes.set(false);
    poll();
  }
}

package io.awaken.http.submit.thread;

import io.awaken.core.mailbox.control.RunCanceller;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.submit.Refusals;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.concurrent.CompletionStage;

/** Deletes threads with all their data, and cancels their runs first on request. Thread-safe. */
@Dependent
public class ThreadDeletions {

  /** Maximum number of threads that one request deletes. */
  public static final int MAX_THREADS = 1_000;

  /** How often the end of runs is checked; they may take five seconds. */
  static final int CHECKS = 50;

  /** Milliseconds between two checks. */
  public static final int PAUSE_MILLIS = 100;

  private final ThreadDeletion.Parts parts;

  @Inject
  public ThreadDeletions(
      ThreadStore threads,
      RunStore runs,
      SuspensionStore suspensions,
      RunCanceller canceller,
      Streams streams,
      StreamThreads executors) {
    parts = new ThreadDeletion.Parts(threads, runs, suspensions, canceller, streams, executors);
  }

  /**
   * Deletes a thread. Waiting for its runs counts as a stream and blocks no thread.
   *
   * @param thread just read
   * @param children how to treat child threads
   * @param cancel whether to cancel open runs; otherwise they block the deletion
   * @param by the caller
   * @return completed when the thread is deleted; completed with a failure that {@link Refusals}
   *     maps while it still exists: 400 when it has children that block it, 404 when it no longer
   *     exists, 409 when a run blocks it or too many threads would be deleted, 429 or 503 when
   *     there is no place to wait
   */
  public CompletionStage<Void> delete(
      ThreadRecord thread, ChildStrategy children, boolean cancel, Caller by) {
    return new ThreadDeletion(parts, new ThreadDeletion.Wanted(children, cancel, by), thread)
        .begin();
  }
}

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

/**
 * Deletes threads with all that belongs to them, and cancels their runs first on request.
 * Thread-safe.
 */
@Dependent
public class ThreadDeletions {

  /** Threads that one request deletes, at the most. */
  public static final int MAX_THREADS = 1_000;

  /** How often the end of runs is checked; they may take five seconds. */
  static final int LOOKS = 50;

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
   * Deletes a thread. Waiting for its runs takes the place of a stream and holds no thread.
   *
   * @param thread as it was found a moment ago
   * @param children what becomes of threads that come from it
   * @param cancel whether runs that are not done are cancelled; they keep the thread otherwise
   * @param by on whose behalf
   * @return completed when nothing is left of the thread; completed with a failure that {@link
   *     Refusals} knows when it is still there: 400 for one with children that are to be rejected,
   *     404 when it is not there any more, 409 when a run keeps it or too many threads would be
   *     deleted, 429 or 503 when there is no place to wait
   */
  public CompletionStage<Void> delete(
      ThreadRecord thread, ChildStrategy children, boolean cancel, Caller by) {
    return new ThreadDeletion(parts, new ThreadDeletion.Wanted(children, cancel, by), thread)
        .begin();
  }
}

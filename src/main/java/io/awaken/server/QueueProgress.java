package io.awaken.server;

import io.awaken.core.run.JobId;
import io.awaken.core.store.job.QueueWatch.Due;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Detects between two checks whether due jobs are claimed. The queue is stalled when one job was
 * due at each check for longer than nodes need to find it, although this one has room, and this one
 * claimed nothing in between: one job that cannot be claimed while others start is no reason to
 * send requests elsewhere. A job's own waiting time is ignored: its thread may have been free only
 * for a moment. Thread-safe.
 */
final class QueueProgress {

  private final Duration patience;
  private final LongSupplier progress;
  private final LongSupplier nanos;
  private final AtomicReference<Waiting> last = new AtomicReference<>();

  /**
   * @param patience after which a due job should have been claimed by a node
   * @param progress grows while this node works on the queue
   * @param nanos a monotonic clock in nanoseconds
   */
  QueueProgress(Duration patience, LongSupplier progress, LongSupplier nanos) {
    this.patience = patience;
    this.progress = progress;
    this.nanos = nanos;
  }

  /**
   * @param next the result of a check
   * @param room whether this node takes more runs now
   */
  boolean stalled(Optional<Due> next, boolean room) {
    if (next.isEmpty() || !room) {
      last.set(null);
      return false;
    }
    Due due = next.get();
    long now = nanos.getAsLong();
    var seen = new Waiting(due.jobId(), due.attempt(), progress.getAsLong(), now);
    Waiting since = last.updateAndGet(known -> seen.stillAs(known) ? known : seen);
    return now - since.sinceNanos() > patience.toNanos();
  }

  private record Waiting(JobId jobId, int attempt, long progress, long sinceNanos) {
    boolean stillAs(Waiting known) {
      return known != null
          && jobId.equals(known.jobId())
          && attempt == known.attempt()
          && progress == known.progress();
    }
  }
}

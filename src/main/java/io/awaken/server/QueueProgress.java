package io.awaken.server;

import io.awaken.core.commit.QueueWatch.Due;
import io.awaken.core.run.JobId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Tells from one look to the next whether jobs that are due are claimed. The queue stands still
 * when the same job was due at each look for longer than nodes need to find it, although this one
 * has room. How long a job says that it has waited decides nothing: its thread may have been free
 * for a moment only. Thread-safe.
 */
final class QueueProgress {

  private final Duration patience;
  private final LongSupplier nanos;
  private final AtomicReference<Waiting> last = new AtomicReference<>();

  /**
   * @param patience after which a due job should have been claimed by somebody
   * @param nanos a monotonic clock in nanoseconds
   */
  QueueProgress(Duration patience, LongSupplier nanos) {
    this.patience = patience;
    this.nanos = nanos;
  }

  /**
   * @param next what a look has found
   * @param room whether this node takes more runs now
   */
  boolean stalled(Optional<Due> next, boolean room) {
    if (next.isEmpty() || !room) {
      last.set(null);
      return false;
    }
    Due due = next.get();
    long now = nanos.getAsLong();
    Waiting since =
        last.updateAndGet(
            known ->
                known != null && known.is(due)
                    ? known
                    : new Waiting(due.jobId(), due.attempt(), now));
    return now - since.sinceNanos() > patience.toNanos();
  }

  private record Waiting(JobId jobId, int attempt, long sinceNanos) {
    boolean is(Due due) {
      return jobId.equals(due.jobId()) && attempt == due.attempt();
    }
  }
}

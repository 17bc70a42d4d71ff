package io.awaken.core.webhook;

import io.awaken.core.run.ThreadId;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.outbox.OutboxStore.FailedEntry;
import io.awaken.core.store.thread.ThreadStore.Page;

/**
 * Messages to receivers outside whose last delivery failed, for operators. Thread-safe.
 *
 * @param outbox has them
 * @param due hints that one is due again
 */
public record FailedDeliveries(OutboxStore outbox, Runnable due) {

  /** As {@link OutboxStore#failed}. */
  public Page<FailedEntry> of(String tenant, long after, int skip, int limit) {
    return outbox.failed(tenant, after, skip, limit);
  }

  /** Makes a message due at once; returns false when there is none with this id. */
  public boolean redrive(ThreadId thread, String id) {
    boolean found = outbox.redrive(thread, id);
    if (found) {
      due.run();
    }
    return found;
  }
}

package io.awaken.core.store.outbox;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunCommit;
import java.time.Duration;
import java.util.List;

/**
 * Committed notifications for plugins that may not have been delivered. Each call is a separate
 * transaction. Thread-safe.
 *
 * <p>Entries are written by {@link RunCommit} and by operations that end a run without its owner.
 * The owner of a run delivers its own entries. They become due for other nodes when the owner has
 * lost the thread and its delivery time has passed: the lease, and {@link #EACH} for each entry of
 * the commit. Entries written without an owner are due at once.
 */
public interface OutboxStore {

  /** A writer's delivery time for one entry, in addition to its lease. */
  Duration EACH = Duration.ofSeconds(15);

  /** An empty outbox. */
  OutboxStore NONE =
      new OutboxStore() {
        @Override
        public List<DueEntry> take(int limit, Duration hold) {
          return List.of();
        }

        @Override
        public void remove(ThreadId threadId, List<String> ids) {}

        @Override
        public boolean ended(
            ThreadId threadId, RunId runId, String entry, List<OutboxEntry> effects) {
          return false;
        }
      };

  /**
   * Reserves due entries for this time, oldest first.
   *
   * @param limit maximum number of entries
   */
  List<DueEntry> take(int limit, Duration hold);

  /** Removes delivered entries; missing ones are ignored. */
  void remove(ThreadId threadId, List<String> ids);

  /**
   * Records that the plugins of a run were notified of its end. Atomically removes that entry,
   * writes the effects they requested and deletes the run's state. The caller delivers the written
   * entries, as after a commit.
   *
   * @return false when the entry is gone, because another node delivered it or the thread was
   *     deleted; nothing was written
   */
  boolean ended(ThreadId threadId, RunId runId, String entry, List<OutboxEntry> effects);

  /**
   * An outbox entry that its writer has not delivered.
   *
   * @param threadId the thread
   * @param runId the run
   * @param entry the entry to deliver
   * @param attempt number of this delivery attempt, from 1; an owner's own attempt was the first
   */
  record DueEntry(ThreadId threadId, RunId runId, OutboxEntry entry, int attempt) {}
}

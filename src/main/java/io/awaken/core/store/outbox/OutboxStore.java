package io.awaken.core.store.outbox;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.thread.ThreadStore.Page;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Committed notifications that may not have been delivered. Each call is a separate transaction.
 * Thread-safe.
 *
 * <p>Entries are written by {@link RunCommit} and by operations that end a run without its owner.
 * The owner of a run delivers its own entries. They become due for other nodes when the owner has
 * lost the thread and its delivery time has passed: the lease, and {@link #EACH} for each entry of
 * the commit. Entries written without an owner are due at once.
 *
 * <p>Any node delivers entries for receivers outside. Those of one run for one receiver are taken
 * one by one in the order of writing; entries that are given up no longer delay the next.
 */
public interface OutboxStore extends PushTargets {

  /** A writer's delivery time for one entry, in addition to its lease. */
  Duration EACH = Duration.ofSeconds(15);

  /** An empty outbox. */
  OutboxStore NONE =
      new OutboxStore() {
        @Override
        public List<DueEntry> take(
            Receivers receivers, Set<String> busy, int limit, Duration hold) {
          return List.of();
        }

        @Override
        public void remove(ThreadId threadId, List<String> ids) {}

        @Override
        public boolean ended(
            ThreadId threadId, RunId runId, String entry, List<OutboxEntry> effects) {
          return false;
        }

        @Override
        public boolean replaced(DueEntry due, List<OutboxEntry> others) {
          return false;
        }

        @Override
        public void postpone(DueEntry due, Duration wait, String failure) {}

        @Override
        public void giveBack(DueEntry due, Duration wait) {}

        @Override
        public void giveUp(DueEntry due, String failure) {}

        @Override
        public Page<FailedEntry> failed(String tenant, long after, int skip, int limit) {
          return new Page<>(List.of(), 0);
        }

        @Override
        public boolean redrive(ThreadId threadId, String entry) {
          return false;
        }

        @Override
        public int purge(Duration keep, int limit) {
          return 0;
        }

        @Override
        public boolean put(ThreadId threadId, RunId runId, PushTarget target, OpenQuestions asked) {
          return false;
        }

        @Override
        public List<PushTarget> targets(ThreadId threadId, RunId runId) {
          return List.of();
        }

        @Override
        public boolean removeTarget(ThreadId threadId, RunId runId, String key) {
          return false;
        }
      };

  /** Who receives entries. */
  enum Receivers {
    PLUGINS,
    OUTSIDE
  }

  /** Reserves due entries for plugins for this time, oldest first. */
  default List<DueEntry> take(int limit, Duration hold) {
    return take(Receivers.PLUGINS, Set.of(), limit, hold);
  }

  /**
   * Reserves due entries for this time, oldest first.
   *
   * @param busy {@link OutboxEntry#receiver receivers} to leave out
   * @param limit maximum number of entries
   */
  List<DueEntry> take(Receivers receivers, Set<String> busy, int limit, Duration hold);

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
   * Atomically removes a taken entry and writes others of its run.
   *
   * @return false when the entry is gone; nothing was written
   */
  boolean replaced(DueEntry due, List<OutboxEntry> others);

  /**
   * Makes a taken entry for a receiver outside due after this time, and with it the next entries of
   * its run for this receiver.
   *
   * @param failure why it was not delivered, at most {@link FailedEntry#MAX_FAILURE} characters
   */
  void postpone(DueEntry due, Duration wait, String failure);

  /**
   * Makes a taken entry for plugins due after this time; does nothing when another node has taken
   * it since.
   */
  void giveBack(DueEntry due, Duration wait);

  /** Keeps a taken entry for a receiver outside undelivered until an operator redrives it. */
  void giveUp(DueEntry due, String failure);

  /**
   * Returns a page of a tenant's entries for receivers outside whose last delivery failed, in the
   * order of writing, and their number: two statements.
   *
   * @param after the place of the last entry of the page before; 0 for the first page
   * @param skip number of entries to skip first, 0 or more
   * @param limit maximum number of entries
   */
  Page<FailedEntry> failed(String tenant, long after, int skip, int limit);

  /**
   * Makes an entry of {@link #failed} due at once, as if it had never been tried.
   *
   * @return false when there is none with this id
   */
  boolean redrive(ThreadId threadId, String entry);

  /**
   * Deletes entries that were given up and are older than this.
   *
   * @return how many
   */
  int purge(Duration keep, int limit);

  /**
   * An entry for a receiver outside whose last delivery failed.
   *
   * @param last that delivery; its entry has the receiver as its key
   * @param failure why it failed
   * @param givenUp whether only an operator makes it due again
   * @param createdAt epoch milliseconds
   * @param place its position among all entries
   */
  record FailedEntry(DueEntry last, String failure, boolean givenUp, long createdAt, long place) {

    /** Largest number of characters of a failure. */
    public static final int MAX_FAILURE = 500;
  }

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

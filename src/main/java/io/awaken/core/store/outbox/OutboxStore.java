package io.awaken.core.store.outbox;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunCommit;
import java.time.Duration;
import java.util.List;

/**
 * What was committed for plugins to be told and may not have reached them. Each call is a
 * transaction of its own. Thread-safe.
 *
 * <p>Entries are written by {@link RunCommit}, and by whatever ends a run in its owner's place. The
 * owner of a run delivers what it wrote itself; an entry is due when its writer has lost the thread
 * and has had time enough to deliver it: the lease, and {@link #EACH} for each entry of the commit.
 * What nobody wrote as an owner is due at once.
 */
public interface OutboxStore {

  /** The time that a writer has for one entry, beside its lease. */
  Duration EACH = Duration.ofSeconds(15);

  /** An outbox that stays empty. */
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
   * Takes due entries, oldest first; nobody else gets them before this time has passed.
   *
   * @param limit entries at the most
   */
  List<DueEntry> take(int limit, Duration hold);

  /** Removes entries that were delivered; those that are gone are passed over. */
  void remove(ThreadId threadId, List<String> ids);

  /**
   * The plugins of a run have heard of its end: removes that entry, writes the effects that they
   * asked for, and forgets the values of the run, all or nothing. What is written is the caller's
   * to deliver, as if it had just committed it.
   *
   * @return false when the entry is gone, since others told them or the thread was deleted; nothing
   *     was written then
   */
  boolean ended(ThreadId threadId, RunId runId, String entry, List<OutboxEntry> effects);
}

package io.awaken.store.memory.keep;

import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import java.util.Collection;

/**
 * Persists threads and runs beyond the process. Called for every change before the changing call
 * returns, under the lock of the stores, hence sequentially and in order. It may throw: the caller
 * gets the exception, and the change is reported again with the next one.
 */
public interface Keeper {

  /** Persists nothing. */
  Keeper NONE =
      new Keeper() {
        @Override
        public void check(String id) {}

        @Override
        public void keep(StoredThread thread, Collection<RunRecord> changed) {}

        @Override
        public void forget(ThreadId thread, Collection<RunId> runs) {}
      };

  /**
   * Checks the id of a new thread or run before anything changes.
   *
   * @throws IllegalArgumentException when the id cannot be stored
   */
  void check(String id);

  /** Stores the current thread and its changed runs. */
  void keep(StoredThread thread, Collection<RunRecord> changed);

  /** Deletes a thread with all its runs. */
  void forget(ThreadId thread, Collection<RunId> runs);
}

package io.awaken.store.memory.keep;

import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import java.util.Collection;

/**
 * Keeps threads and runs beyond the process. Told of every change before the call that made it
 * returns, under the lock of the stores, so that it hears everything in order and one at a time.
 * May throw: the caller is told so, and what changed is told again with the next change.
 */
public interface Keeper {

  /** Whoever keeps nothing. */
  Keeper NOBODY =
      new Keeper() {
        @Override
        public void check(String id) {}

        @Override
        public void keep(KeptThread thread, Collection<RunRecord> changed) {}

        @Override
        public void forget(ThreadId thread, Collection<RunId> runs) {}
      };

  /**
   * Looks at the id of a new thread or run, before anything is changed.
   *
   * @throws IllegalArgumentException when it cannot be kept under this id
   */
  void check(String id);

  /** Keeps a thread as it is now, and those of its runs that changed. */
  void keep(KeptThread thread, Collection<RunRecord> changed);

  /** A thread is deleted with all of its runs. */
  void forget(ThreadId thread, Collection<RunId> runs);
}

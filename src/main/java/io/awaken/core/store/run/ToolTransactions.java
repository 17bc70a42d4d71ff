package io.awaken.core.store.run;

import io.awaken.core.run.Fence;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Transactions in which a tool writes its own rows and the result of its call becomes the last
 * statement. Only a store whose transactions a tool can join has them. Thread-safe.
 */
public interface ToolTransactions {

  /**
   * The fenced write that ends a transaction.
   *
   * @param fence what must still hold
   * @param step what is written
   */
  record LastWrite(Fence fence, StepCommit step) {}

  /**
   * Begins a transaction on the calling thread, does the work, writes what the work gives and
   * commits. The work is done once, never again.
   *
   * @param limit after it the store may end the transaction by itself: nothing of it is kept then
   * @param work gives nothing to have everything rolled back; what it throws rolls back as well
   * @return the fence for the next commit, once everything is committed; empty when the work gave
   *     nothing, and nothing was kept
   * @throws RolledBack when nothing was kept, whatever the reason; its cause is what the work threw
   *     or what refused the write, such as a {@link StaleFence}
   * @throws RuntimeException of any other type when nobody knows whether it was committed
   */
  Optional<Fence> within(Duration limit, Supplier<Optional<LastWrite>> work);
}

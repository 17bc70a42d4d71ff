package io.awaken.core.store.run;

import io.awaken.core.run.Fence;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Transactions in which a tool writes its own rows and the result of its call is the last
 * statement. Available only in stores whose transactions a tool can join. Thread-safe.
 */
public interface ToolTransactions {

  /**
   * The fenced write that ends a transaction.
   *
   * @param fence the claim to verify
   * @param step the content to write
   */
  record LastWrite(Fence fence, StepCommit step) {}

  /**
   * Begins a transaction on the calling thread, runs the work, writes its result and commits. The
   * work runs once.
   *
   * @param limit time after which the store may roll back the transaction
   * @param work returns empty to roll everything back; an exception rolls back, too
   * @return the fence for the next commit once everything is committed; empty when the work
   *     returned empty and nothing was stored
   * @throws RolledBack when nothing was stored; its cause is the exception of the work or of the
   *     refused write, such as a {@link StaleFence}
   * @throws RuntimeException of any other type when the outcome of the commit is unknown
   */
  Optional<Fence> within(Duration limit, Supplier<Optional<LastWrite>> work);

  /** A tool's transaction was rolled back: its rows and the result were not stored. */
  final class RolledBack extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param cause null when the rollback was requested
     */
    public RolledBack(String message, Throwable cause) {
      super(message, cause);
    }
  }
}

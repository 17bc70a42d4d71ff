package io.awaken.store.database;

import io.awaken.core.store.StoreUnavailable;
import io.awaken.store.database.batch.GatheredWrites;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs work in a database transaction. Inside a transaction of the calling thread the work joins it
 * and shares its entity manager; otherwise it gets a new one, which is flushed and committed when
 * the work returns.
 *
 * <p>An exception from the work rolls the transaction back and reaches the caller unchanged. Work
 * in a new transaction that meets a deadlock, a serialization failure or a lock timeout is
 * <b>repeated</b> up to three times after short random pauses, so it must do only database work. A
 * failed commit is a {@link TransactionFailed}, which reports whether the outcome is known.
 * Thread-safe; usable on any thread, including virtual threads.
 */
public interface Transactions {

  /**
   * Runs work with a result.
   *
   * @param work must neither keep nor close the entity manager
   * @param <T> the result's type
   * @return what the work returned
   */
  <T> T call(Function<EntityManager, T> work);

  /**
   * Runs short work that must not wait for other work, such as a cancellation: it gets a permit
   * even if all others are taken.
   *
   * @param work must neither keep nor close the entity manager
   * @param <T> the result's type
   * @return what the work returned
   */
  default <T> T urgent(Function<EntityManager, T> work) {
    return call(work);
  }

  /**
   * Runs work whose writes are sent together, if the database supports it: with the next query or
   * at the end. Each write is reported to have changed one row. If one did not, or violated a
   * unique key, the transaction is rolled back and the work is repeated with individual writes. See
   * {@link GatheredWrites#ofAnyCount}.
   *
   * @param work must neither keep nor close the entity manager
   * @param <T> the result's type
   * @return what the work returned
   */
  default <T> T gathered(Function<EntityManager, T> work) {
    return call(work);
  }

  /**
   * Runs work once in a separate transaction, without repetition, so it may do more than database
   * work. Fails like {@link #call}; a deadlock reaches the caller.
   *
   * @param limit time after which a server may roll back
   * @param work must neither keep nor close the entity manager
   * @param <T> the result's type
   * @return what the work returned
   * @throws IllegalStateException when the calling thread has a transaction
   */
  <T> T once(Duration limit, Function<EntityManager, T> work);

  /** Returns whether the calling thread has a transaction, which work would join. */
  boolean active();

  /**
   * Runs work without a result.
   *
   * @param work must neither keep nor close the entity manager
   */
  default void run(Consumer<EntityManager> work) {
    call(
        entityManager -> {
          work.accept(entityManager);
          return null;
        });
  }

  /**
   * A transaction did not commit, or its outcome is unknown; in that case its cause is a {@link
   * StoreUnavailable}.
   */
  final class TransactionFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean outcomeUnknown;

    private TransactionFailed(String message, Throwable cause, boolean outcomeUnknown) {
      super(message, cause);
      this.outcomeUnknown = outcomeUnknown;
    }

    static TransactionFailed rolledBack(String message, Throwable cause) {
      return new TransactionFailed(message, cause, false);
    }

    static TransactionFailed unknown(Throwable cause) {
      return new TransactionFailed(
          "The commit was not confirmed: check its mark before repeating",
          new StoreUnavailable("the database did not confirm a commit", cause),
          true);
    }

    /**
     * Returns whether the rows may have been written, for example because the connection broke
     * during the commit. The caller must read its own mark in a new transaction before it repeats
     * anything.
     *
     * @return false when the transaction was certainly rolled back
     */
    public boolean outcomeUnknown() {
      return outcomeUnknown;
    }
  }
}

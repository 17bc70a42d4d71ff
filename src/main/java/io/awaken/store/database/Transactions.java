package io.awaken.store.database;

import io.awaken.store.database.batch.GatheredWrites;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs work in a database transaction. Inside a transaction of the calling thread the work joins it
 * and shares its entity manager; otherwise it gets one of its own, which is flushed and committed
 * when the work returns.
 *
 * <p>Anything thrown by the work rolls the transaction back and reaches the caller as it was
 * thrown. Work that owns its transaction and meets a deadlock, a serialization failure or a lock
 * timeout is <b>run again</b>, up to three times after short random pauses: it must do nothing but
 * database work. A commit that fails is a {@link TransactionFailed}, which says whether the outcome
 * is known. Thread-safe; usable on any thread, bare virtual threads included.
 */
public interface Transactions {

  /**
   * Runs work that gives a result.
   *
   * @param work must neither keep nor close the entity manager
   * @param <T> the result's type
   * @return what the work returned
   */
  <T> T call(Function<EntityManager, T> work);

  /**
   * The same for short work that must not stand behind all other, such as a cancellation: where
   * turns are limited it gets one all the same.
   *
   * @param work must neither keep nor close the entity manager
   * @param <T> the result's type
   * @return what the work returned
   */
  default <T> T urgent(Function<EntityManager, T> work) {
    return call(work);
  }

  /**
   * The same for work that writes: where the database can, its writes travel together, with the
   * next query or at the end. Each is said to have changed one row; where that proves wrong, or a
   * row was there already, the transaction is rolled back and the work runs once more with writes
   * that travel alone. See {@link GatheredWrites#ofAnyCount}.
   *
   * @param work must neither keep nor close the entity manager
   * @param <T> the result's type
   * @return what the work returned
   */
  default <T> T gathered(Function<EntityManager, T> work) {
    return call(work);
  }

  /**
   * Runs work in a transaction of its own, and never again: the work may do more than database
   * work. Fails like {@link #call}; a deadlock reaches the caller.
   *
   * @param limit after it a server may end the transaction by itself
   * @param work must neither keep nor close the entity manager
   * @param <T> the result's type
   * @return what the work returned
   * @throws IllegalStateException when the calling thread is in a transaction
   */
  <T> T once(Duration limit, Function<EntityManager, T> work);

  /** Whether the calling thread is in a transaction already, which work would join. */
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
}

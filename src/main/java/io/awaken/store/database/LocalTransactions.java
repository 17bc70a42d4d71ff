package io.awaken.store.database;

import io.awaken.store.database.Transactions.TransactionFailed;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityTransaction;
import jakarta.persistence.RollbackException;
import java.time.Duration;
import java.util.function.Function;

/**
 * Resource-local transactions without a server: for embedding in plain Java and for tests. The
 * factory comes from {@link EntityManagers#local}. Nested calls on one thread join.
 */
public final class LocalTransactions implements Transactions {
  private final EntityManagerFactory factory;
  private final ThreadLocal<EntityManager> current = new ThreadLocal<>();

  /**
   * @param factory resource-local; the caller closes it
   */
  public LocalTransactions(EntityManagerFactory factory) {
    this.factory = factory;
  }

  @Override
  public <T> T call(Function<EntityManager, T> work) {
    EntityManager joined = current.get();
    return joined != null ? join(joined, work) : Contention.repeat(() -> own(work));
  }

  /** There is no timeout; only the work ends it. */
  @Override
  public <T> T once(Duration limit, Function<EntityManager, T> work) {
    if (active()) {
      throw new IllegalStateException("The calling thread is in a transaction");
    }
    return own(work);
  }

  @Override
  public boolean active() {
    return current.get() != null;
  }

  private static <T> T join(EntityManager entityManager, Function<EntityManager, T> work) {
    try {
      return work.apply(entityManager);
    } catch (Throwable t) {
      entityManager.getTransaction().setRollbackOnly();
      throw t;
    }
  }

  private <T> T own(Function<EntityManager, T> work) {
    try (EntityManager entityManager = factory.createEntityManager()) {
      EntityTransaction transaction = entityManager.getTransaction();
      transaction.begin();
      current.set(entityManager);
      try {
        T result = work.apply(entityManager);
        if (!transaction.getRollbackOnly()) {
          entityManager.flush();
        }
        commit(transaction);
        return result;
      } catch (Throwable t) {
        rollback(transaction, t);
        throw t;
      } finally {
        current.remove();
      }
    }
  }

  private static void commit(EntityTransaction transaction) {
    if (transaction.getRollbackOnly()) {
      throw TransactionFailed.rolledBack("A joined call failed, so nothing was written", null);
    }
    try {
      transaction.commit();
    } catch (RollbackException e) {
      throw Contention.isRefusal(e)
          ? TransactionFailed.rolledBack("The database refused the commit", e)
          : TransactionFailed.unknown(e);
    }
  }

  private static void rollback(EntityTransaction transaction, Throwable reason) {
    try {
      if (transaction.isActive()) {
        transaction.rollback();
      }
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
  }
}

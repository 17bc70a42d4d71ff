package io.awaken.store.database;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.time.Duration;
import java.util.function.Function;

/**
 * Transactions of the server. Each has one entity manager, stored in the transaction's registry; a
 * {@code @Transactional} method of the application joins by calling in.
 */
public final class JtaTransactions implements Transactions {
  private final EntityManagerFactory factory;
  private final ContainerTransactions container;
  private final Object key = new Object();

  /**
   * @param factory from {@link EntityManagers#jta}; the caller closes it
   * @param container looked up on a container thread
   */
  public JtaTransactions(EntityManagerFactory factory, ContainerTransactions container) {
    this.factory = factory;
    this.container = container;
  }

  @Override
  public <T> T call(Function<EntityManager, T> work) {
    return active() ? join(work) : Contention.repeat(() -> own(container::begin, work));
  }

  @Override
  public <T> T once(Duration limit, Function<EntityManager, T> work) {
    if (active()) {
      throw new IllegalStateException("The calling thread is in a transaction");
    }
    return own(() -> container.begin(limit), work);
  }

  @Override
  public boolean active() {
    return container.active();
  }

  private <T> T join(Function<EntityManager, T> work) {
    try {
      return work.apply(entityManager());
    } catch (Throwable t) {
      container.markRollback();
      throw t;
    }
  }

  private <T> T own(Runnable begin, Function<EntityManager, T> work) {
    begin.run();
    T result;
    try {
      EntityManager entityManager = entityManager();
      result = work.apply(entityManager);
      // Flush here, where a rejected statement is an SQL error; the server hides it in the
      // commit.
      if (container.status() == Status.STATUS_ACTIVE) {
        entityManager.flush();
      }
    } catch (Throwable t) {
      rollback(t);
      throw t;
    }
    container.commit();
    return result;
  }

  private void rollback(Throwable reason) {
    try {
      container.rollback();
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  private EntityManager entityManager() {
    EntityManager present = (EntityManager) container.registry().getResource(key);
    if (present != null) {
      return present;
    }
    EntityManager entityManager = factory.createEntityManager();
    container.registry().putResource(key, entityManager);
    container
        .registry()
        .registerInterposedSynchronization(
            new CloseAfterwards(entityManager, Thread.currentThread()));
    return entityManager;
  }

  /**
   * Closes the entity manager with its transaction. A server ends an overdue transaction on a
   * thread of its own; the thread that still uses the entity manager then closes it.
   */
  private record CloseAfterwards(EntityManager entityManager, Thread owner)
      implements Synchronization {
    @Override
    public void beforeCompletion() {}

    @Override
    public void afterCompletion(int status) {
      if (Thread.currentThread() == owner && entityManager.isOpen()) {
        entityManager.close();
      }
    }
  }
}

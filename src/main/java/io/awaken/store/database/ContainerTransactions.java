package io.awaken.store.database;

import io.awaken.store.database.Transactions.TransactionFailed;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.time.Duration;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * The server's transaction objects, looked up once on a container thread. Afterwards they work on
 * any thread, even virtual threads, where a lookup would fail.
 *
 * <p>Must not be called by a bean whose container-managed transactions are suspended: servers deny
 * {@link UserTransaction} to such beans.
 *
 * @param manager reports the state of the thread's transaction
 * @param user begins and ends transactions: on Payara only this one associates the thread's
 *     component with the transaction, without which a pool does not enlist its connections
 * @param registry stores resources for the duration of a transaction
 */
public record ContainerTransactions(
    TransactionManager manager, UserTransaction user, TransactionSynchronizationRegistry registry) {
  private static final List<String> MANAGERS =
      List.of("java:appserver/TransactionManager", "java:jboss/TransactionManager");

  /**
   * Looks the objects up; call it at startup on a container thread.
   *
   * @return never null
   * @throws IllegalStateException on a server with other names for them
   */
  public static ContainerTransactions lookUp() {
    return new ContainerTransactions(
        (TransactionManager) first(MANAGERS),
        (UserTransaction) first(List.of("java:comp/UserTransaction")),
        (TransactionSynchronizationRegistry)
            first(List.of("java:comp/TransactionSynchronizationRegistry")));
  }

  private static Object first(List<String> names) {
    NamingException last = null;
    for (String name : names) {
      try {
        return new InitialContext().lookup(name);
      } catch (NamingException e) {
        last = e;
      }
    }
    throw new IllegalStateException("This server binds none of " + names, last);
  }

  int status() {
    try {
      return manager.getStatus();
    } catch (SystemException e) {
      throw TransactionFailed.rolledBack("The server's transaction manager failed", e);
    }
  }

  /**
   * Returns whether the calling thread has a transaction in any state.
   *
   * @throws TransactionFailed when the server does not report it
   */
  public boolean active() {
    return status() != Status.STATUS_NO_TRANSACTION;
  }

  void begin() {
    try {
      user.begin();
    } catch (NotSupportedException | SystemException e) {
      throw TransactionFailed.rolledBack("A transaction could not be started", e);
    }
  }

  /** Begins one with a timeout in whole seconds. */
  void begin(Duration limit) {
    try {
      user.setTransactionTimeout((int) Math.min(limit.toSeconds() + 1, Integer.MAX_VALUE));
      try {
        begin();
      } finally {
        // Resets the timeout, which belongs to the reused thread.
        user.setTransactionTimeout(0);
      }
    } catch (SystemException e) {
      throw TransactionFailed.rolledBack("A transaction could not be started", e);
    }
  }

  void commit() {
    if (status() == Status.STATUS_MARKED_ROLLBACK) {
      rollback();
      throw TransactionFailed.rolledBack("A joined call failed, so nothing was written", null);
    }
    try {
      user.commit();
    } catch (RollbackException e) {
      throw Contention.isRefusal(e)
          ? TransactionFailed.rolledBack("The database refused the commit", e)
          : TransactionFailed.unknown(e);
    } catch (HeuristicMixedException | HeuristicRollbackException | SystemException e) {
      throw TransactionFailed.unknown(e);
    }
  }

  void markRollback() {
    try {
      user.setRollbackOnly();
    } catch (SystemException e) {
      throw TransactionFailed.rolledBack("The server's transaction manager failed", e);
    }
  }

  /**
   * Rolls back the thread's transaction in any state; does nothing without one.
   *
   * @throws TransactionFailed when the server cannot
   */
  public void rollback() {
    try {
      if (manager.getStatus() != Status.STATUS_NO_TRANSACTION) {
        user.rollback();
      }
    } catch (SystemException e) {
      throw TransactionFailed.rolledBack("The rollback failed; the database drops the rows", e);
    }
  }
}

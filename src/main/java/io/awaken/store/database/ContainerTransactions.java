package io.awaken.store.database;

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
 * The server's transaction objects, looked up once on a thread of the container. They work on any
 * thread afterwards, bare virtual threads included, where a lookup would not.
 *
 * <p>A bean with container-managed transactions that suspends them must not call in: servers keep
 * {@link UserTransaction} from such beans.
 *
 * @param manager tells the state of the thread's transaction
 * @param user begins and ends transactions: on Payara only this one ties the thread's component to
 *     the transaction, and a pool does not enlist its connections otherwise
 * @param registry keeps things for the length of a transaction
 */
public record ContainerTransactions(
    TransactionManager manager, UserTransaction user, TransactionSynchronizationRegistry registry) {
  private static final List<String> MANAGERS =
      List.of("java:appserver/TransactionManager", "java:jboss/TransactionManager");

  /**
   * Looks the objects up; call it at start from a thread of the container.
   *
   * @return never null
   * @throws IllegalStateException on a server that keeps them elsewhere
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
      throw TransactionFailed.rolledBack("The server's transactions do not answer", e);
    }
  }

  /**
   * Whether the calling thread is in a transaction, whatever its state.
   *
   * @throws TransactionFailed when the server does not say
   */
  public boolean active() {
    return status() != Status.STATUS_NO_TRANSACTION;
  }

  void begin() {
    try {
      user.begin();
    } catch (NotSupportedException | SystemException e) {
      throw TransactionFailed.rolledBack("No transaction could be begun", e);
    }
  }

  /** Begins one that the server ends by itself after a limit, in whole seconds. */
  void begin(Duration limit) {
    try {
      user.setTransactionTimeout((int) Math.min(limit.toSeconds() + 1, Integer.MAX_VALUE));
      try {
        begin();
      } finally {
        // The limit is the thread's, and others use the thread.
        user.setTransactionTimeout(0);
      }
    } catch (SystemException e) {
      throw TransactionFailed.rolledBack("No transaction could be begun", e);
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
      throw TransactionFailed.rolledBack("The server's transactions do not answer", e);
    }
  }

  /**
   * Ends the thread's transaction, whatever its state; nothing happens without one.
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

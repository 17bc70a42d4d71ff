package io.awaken.store.database;

import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;

/** Gives Hibernate the transaction objects found at startup, so that it never looks them up. */
final class CachedJtaPlatform extends AbstractJtaPlatform {
  private static final long serialVersionUID = 1L;

  private final transient ContainerTransactions container;

  CachedJtaPlatform(ContainerTransactions container) {
    this.container = container;
  }

  @Override
  protected TransactionManager locateTransactionManager() {
    return container.manager();
  }

  @Override
  protected UserTransaction locateUserTransaction() {
    return container.user();
  }
}

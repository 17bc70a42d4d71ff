package io.awaken.server;

import io.awaken.store.database.ContainerTransactions;
import io.awaken.store.database.Database;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.JtaTransactions;
import io.awaken.store.database.Migrations;
import io.awaken.store.database.Transactions;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.inject.Produces;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Opens the store before anything else starts: looks the data source up, migrates the schema,
 * builds the entity managers. Whatever is wrong fails the deployment with one line that says what.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class StoreStart {
  private static final System.Logger LOG = System.getLogger(StoreStart.class.getName());

  private Database database;
  private EntityManagerFactory factory;
  private Transactions transactions;

  @PostConstruct
  void start() {
    try {
      open();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "Awaken EE cannot start: {0}", e.getMessage());
      throw e;
    }
  }

  private void open() {
    String name =
        ConfigProvider.getConfig(StoreStart.class.getClassLoader())
            .getOptionalValue("awaken.datasource", String.class)
            .orElse(Database.DEFAULT_JNDI_NAME);
    ContainerTransactions container = ContainerTransactions.lookUp();
    database = Database.lookUp(name);
    database.requireTransactional(container);
    Migrations.run(database.dataSource());
    factory = EntityManagers.jta(database.dataSource(), List.of(), container);
    transactions = new JtaTransactions(factory, container);
    LOG.log(System.Logger.Level.INFO, "The store is {0} at {1}", database.product(), name);
  }

  @PreDestroy
  void stop() {
    if (factory != null) {
      factory.close();
    }
  }

  /**
   * The node's database.
   *
   * @return never null after start
   */
  @Produces
  public Database database() {
    return database;
  }

  /**
   * The node's transactions.
   *
   * @return never null after start
   */
  @Produces
  public Transactions transactions() {
    return transactions;
  }
}

package io.awaken.store.database;

import io.awaken.store.database.Outage.ReachedDataSource;
import io.awaken.store.database.batch.GatheringConnection;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.spi.PersistenceUnitTransactionType;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;
import org.hibernate.jpa.HibernatePersistenceProvider;
import org.hibernate.resource.jdbc.spi.PhysicalConnectionHandlingMode;

/**
 * Builds the entity manager factory in code, from a data source and a list of classes: no {@code
 * persistence.xml}, no container-managed unit, no dialect setting, no caches, no schema generation.
 * Inserts use batches of 50, ordered by entity. The caller closes the factory.
 */
public final class EntityManagers {
  private static final String BATCH = "50";
  private static final String ON = "true";
  private static final String OFF = "false";

  private EntityManagers() {}

  /**
   * Creates a factory for {@link JtaTransactions}. A transaction takes one connection at its first
   * statement and returns it just before it completes.
   *
   * @param dataSource transactional
   * @param classes all entities, embeddables and converters
   * @param container looked up on a container thread
   * @return open
   */
  public static EntityManagerFactory jta(
      DataSource dataSource, List<Class<?>> classes, ContainerTransactions container) {
    Map<String, Object> settings = common();
    settings.put(AvailableSettings.JTA_PLATFORM, new CachedJtaPlatform(container));
    settings.put(
        AvailableSettings.CONNECTION_HANDLING,
        PhysicalConnectionHandlingMode
            .DELAYED_ACQUISITION_AND_RELEASE_BEFORE_TRANSACTION_COMPLETION);
    return create(dataSource, classes, PersistenceUnitTransactionType.JTA, settings);
  }

  /**
   * Creates a factory for {@link LocalTransactions}: plain Java, no server.
   *
   * @param dataSource pooled by the caller if pooling is wanted
   * @param classes all entities, embeddables and converters
   * @return open
   */
  public static EntityManagerFactory local(DataSource dataSource, List<Class<?>> classes) {
    Map<String, Object> settings = common();
    settings.put(
        AvailableSettings.CONNECTION_HANDLING,
        PhysicalConnectionHandlingMode.DELAYED_ACQUISITION_AND_RELEASE_AFTER_TRANSACTION);
    return create(dataSource, classes, PersistenceUnitTransactionType.RESOURCE_LOCAL, settings);
  }

  /** All text: WildFly casts what it reads of them, once an archive has a persistence.xml. */
  private static Map<String, Object> common() {
    Map<String, Object> settings = new HashMap<>();
    settings.put(AvailableSettings.HBM2DDL_AUTO, "none");
    settings.put(AvailableSettings.STATEMENT_BATCH_SIZE, BATCH);
    settings.put(AvailableSettings.ORDER_INSERTS, ON);
    settings.put(AvailableSettings.ORDER_UPDATES, ON);
    settings.put(AvailableSettings.JDBC_TIME_ZONE, "UTC");
    settings.put(AvailableSettings.USE_SECOND_LEVEL_CACHE, OFF);
    settings.put(AvailableSettings.USE_QUERY_CACHE, OFF);
    settings.put(AvailableSettings.JAKARTA_VALIDATION_MODE, "none");
    settings.put(AvailableSettings.SCANNER_DISCOVERY, "");
    return settings;
  }

  private static EntityManagerFactory create(
      DataSource dataSource,
      List<Class<?>> classes,
      PersistenceUnitTransactionType type,
      Map<String, Object> settings) {
    return new HibernatePersistenceProvider()
        .createContainerEntityManagerFactory(
            new PersistenceUnit(
                ReachedDataSource.of(dataSource, GatheringConnection::around),
                List.copyOf(classes),
                type),
            settings);
  }

  /** Gives Hibernate the transaction objects found at startup, so that it never looks them up. */
  static final class CachedJtaPlatform extends AbstractJtaPlatform {
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
}

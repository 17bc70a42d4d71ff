package io.awaken.server;

import io.awaken.core.event.EventBus;
import io.awaken.core.secret.SecretStore;
import io.awaken.core.store.ServerKeys;
import io.awaken.core.store.document.ToolPinStore;
import io.awaken.core.store.job.Backoff;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.QueueWatch;
import io.awaken.core.store.subscription.SubscriptionStore;
import io.awaken.runtime.RuntimeStores;
import io.awaken.runtime.UuidIds;
import io.awaken.server.concurrency.IsolatedThread;
import io.awaken.server.settings.RunSetting;
import io.awaken.server.settings.Settings;
import io.awaken.server.tool.ThreadTransaction;
import io.awaken.store.database.AnnotationCache;
import io.awaken.store.database.CommitPermits;
import io.awaken.store.database.ConfiguredDataSource;
import io.awaken.store.database.ContainerTransactions;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.JtaTransactions;
import io.awaken.store.database.Transactions;
import io.awaken.store.database.bus.PostgresBus;
import io.awaken.store.database.migration.Migrations;
import io.awaken.store.database.migration.SchemaState;
import io.awaken.store.jpa.JpaStores;
import io.awaken.store.memory.bus.MemoryBus;
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
import java.time.Duration;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Opens the store before anything else starts: finds the data source, migrates or checks the
 * schema, builds the entity managers. Any error fails the deployment with a one-line reason.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class StoreHost {
  private static final System.Logger LOG = System.getLogger(StoreHost.class.getName());

  /** By name: a server without it does not have the class. */
  private static final String FAULT_TOLERANCE = "org.eclipse.microprofile.faulttolerance.Timeout";

  private Database database;
  private EntityManagerFactory factory;
  private AnnotationCache annotations;
  private ContainerTransactions container;
  private Transactions transactions;
  private JpaStores jpa;
  private EventBus bus;

  private final ShutdownSteps shutdown =
      new ShutdownSteps()
          .thenClose("close the stores", "the pool closes their connections", () -> jpa)
          .thenClose("close the entity managers", "they stay in memory", () -> factory)
          .then("forget the entities", "their classes stay in memory", this::forgetAnnotations)
          .then("close the connections", "the pool closes them", ConfiguredDataSource::closeAll);

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
    requireFaultTolerance(StoreHost.class.getClassLoader());
    Settings settings = ServerConfiguration.settings();
    String name = settings.text(RunSetting.DATASOURCE).orElseThrow();
    container = ContainerTransactions.lookUp();
    database = Database.lookUp(name);
    database.requireTransactional(container);
    boolean check = settings.choice(RunSetting.DB_SCHEMA).equals("check");
    Consumer<DataSource> tables = check ? SchemaState::check : Migrations::run;
    IsolatedThread.run("awaken-migrations", () -> tables.accept(database.dataSource()));
    factory = EntityManagers.jta(database.dataSource(), JpaStores.ENTITIES, container);
    annotations = AnnotationCache.of(JpaStores.ENTITIES);
    transactions = new JtaTransactions(factory, container);
    var permits =
        new CommitPermits(
            transactions,
            settings.count(RunSetting.DB_COMMITS),
            settings.duration(RunSetting.DB_PATIENCE));
    jpa = new JpaStores(permits, database, mailbox(settings));
    IsolatedThread.run("awaken-lease-connection", jpa::open);
    bus = bus(settings);
    LOG.log(System.Logger.Level.INFO, "The store is {0} at {1}", database.product(), name);
  }

  /** Without it a hanging database would hang health checks; WildFly does not have it by itself. */
  static void requireFaultTolerance(ClassLoader server) {
    try {
      Class.forName(FAULT_TOLERANCE, false, server);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "this server has no MicroProfile Fault Tolerance; prepare WildFly with"
              + " server-config/wildfly/awaken.cli",
          e);
    }
  }

  /** An embedded database has one node. */
  private EventBus bus(Settings settings) {
    boolean several = database.product() == DatabaseProduct.POSTGRESQL;
    return several && settings.choice(RunSetting.BUS).equals("on")
        ? new PostgresBus(
            database.aside(),
            new UuidIds().next(),
            settings.duration(RunSetting.COALESCE),
            System::nanoTime)
        : new MemoryBus(Runnable::run).join();
  }

  private static MailboxStore.Settings mailbox(Settings settings) {
    return new MailboxStore.Settings(
        settings.duration(RunSetting.LEASE),
        settings.count(RunSetting.MAX_ATTEMPTS),
        settings.text(RunSetting.NODE_ID).orElseGet(() -> "node-" + new UuidIds().next()),
        new Backoff(
            settings.duration(RunSetting.RETRY_BASE), settings.duration(RunSetting.RETRY_MAX)),
        settings.duration(RunSetting.KEEP_KEYS),
        new MailboxStore.Bounds(
            settings.count(RunSetting.QUEUED),
            settings.count(RunSetting.UNREAD),
            runTime(settings.duration(RunSetting.RUN_TIME)),
            settings.size(RunSetting.UNREAD_BYTES),
            ServerConfiguration.threads(settings)));
  }

  private static Duration runTime(Duration set) {
    return set.isZero() ? MailboxStore.Bounds.UNLIMITED : set;
  }

  @PreDestroy
  void stop() {
    shutdown.run();
  }

  private void forgetAnnotations() {
    if (annotations != null) {
      annotations.forget();
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

  /**
   * The calling thread's transaction.
   *
   * @return never null after start
   */
  @Produces
  public ThreadTransaction threadTransaction() {
    return new ThreadTransaction() {
      @Override
      public boolean active() {
        return container.active();
      }

      @Override
      public void rollback() {
        container.rollback();
      }
    };
  }

  /**
   * A probe of the queue.
   *
   * @return never null after start
   */
  @Produces
  public QueueWatch queue() {
    return jpa.queue();
  }

  /**
   * The pinned tools of MCP servers.
   *
   * @return never null after start
   */
  @Produces
  public ToolPinStore toolPins() {
    return jpa.toolPins();
  }

  /**
   * The subscriptions of client sessions.
   *
   * @return never null after start
   */
  @Produces
  public SubscriptionStore subscriptions() {
    return jpa.subscriptions();
  }

  /**
   * The bus to other nodes.
   *
   * @return never null after start
   */
  @Produces
  public EventBus bus() {
    return bus;
  }

  /**
   * Encrypted secrets of callers.
   *
   * @return never null after start
   */
  @Produces
  public SecretStore secrets() {
    return jpa.secrets();
  }

  /**
   * The keys that all nodes share.
   *
   * @return never null after start
   */
  @Produces
  public ServerKeys serverKeys() {
    return jpa.serverKeys();
  }

  /**
   * The ports over this database.
   *
   * @return never null after start
   */
  @Produces
  public RuntimeStores stores() {
    return RuntimeStores.of(jpa).with(jpa.toolTransactions());
  }
}

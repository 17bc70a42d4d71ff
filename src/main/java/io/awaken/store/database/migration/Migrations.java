package io.awaken.store.database.migration;

import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.DatabaseRefused;
import io.awaken.store.database.SessionLimits;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import javax.sql.DataSource;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.Scope;
import liquibase.UpdateSummaryEnum;
import liquibase.UpdateSummaryOutputEnum;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.logging.Logger;
import liquibase.logging.core.AbstractLogService;
import liquibase.logging.core.AbstractLogger;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.ui.LoggerUIService;

/**
 * Migrates the schema to this version before anything else uses the database. Nodes may run it
 * concurrently: one works, the others wait.
 *
 * <p>Uses one plain connection outside any JTA transaction; call it on a thread without one. A lock
 * of a dead node is released with a warning, see {@link MigrationLock}; a change that lost a
 * conflict is repeated, see {@link MigrationTries}. Liquibase's own progress is logged at level
 * DEBUG of {@code io.awaken.store.database.liquibase}.
 */
public final class Migrations {
  /** On the class path, so that the classes jar includes it. */
  public static final String CHANGELOG = "io/awaken/liquibase/changelog.xml";

  private static final Executor SAME_THREAD = Runnable::run;

  /**
   * Held while Liquibase runs. One object of the process records whether an update has its lock, so
   * an update that begins would keep a running one, even of another database, from releasing its
   * lock.
   */
  private static final ReentrantLock LIQUIBASE = new ReentrantLock();

  private Migrations() {}

  /**
   * Runs pending migrations. Repeating it is cheap.
   *
   * @param dataSource of an H2 or PostgreSQL database; the user must own the schema
   * @throws DatabaseRefused when a migration fails or another node holds the lock for over five
   *     minutes; the database must not be used then
   */
  public static void run(DataSource dataSource) {
    try (Connection connection = dataSource.getConnection()) {
      // Exceptions on closing are added to the first one.
      try (Unlimited session = Unlimited.of(connection);
          MigrationLock lock = MigrationLock.take(connection)) {
        MigrationTries.USUAL.run(
            connection,
            () -> {
              lock.releaseStale();
              EarlierVersions.refuse(connection);
              update(connection);
            });
      }
    } catch (DatabaseRefused e) {
      throw e;
    } catch (Exception e) {
      throw new DatabaseRefused("The database schema could not be migrated: " + reason(e), e);
    }
  }

  /**
   * What failed and why, in one line: Liquibase names the change and then the statement, and only
   * the root cause tells an operator about a full disk or a missing privilege.
   */
  private static String reason(Exception failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String what = firstLine(failure);
    return root == failure ? what : what + " Root cause: " + firstLine(root);
  }

  /** The first line of the message; without a message the type, which is all that is known. */
  private static String firstLine(Throwable failure) {
    return Optional.ofNullable(failure.getMessage())
        .flatMap(message -> message.lines().findFirst())
        .orElse(failure.getClass().getName());
  }

  /**
   * A session without limits: building an index on a large table may exceed the server's lock
   * timeout and the driver's socket timeout.
   */
  private record Unlimited(Connection connection, DatabaseProduct product, int timeout)
      implements AutoCloseable {

    static Unlimited of(Connection connection) throws SQLException {
      DatabaseProduct product = DatabaseProduct.of(connection);
      int timeout = connection.getNetworkTimeout();
      connection.setNetworkTimeout(SAME_THREAD, 0);
      SessionLimits.lift(connection, product);
      return new Unlimited(connection, product, timeout);
    }

    @Override
    public void close() throws SQLException {
      SessionLimits.restore(connection, product);
      connection.setNetworkTimeout(SAME_THREAD, timeout);
    }
  }

  private static void update(Connection connection) throws Exception {
    inScope(
        () -> {
          // The caller owns the connection: closing Liquibase would close it before the lock is
          // released.
          Database database =
              DatabaseFactory.getInstance()
                  .findCorrectDatabaseImplementation(new JdbcConnection(connection));
          database.setDatabaseChangeLogTableName(EarlierVersions.CHANGES);
          @SuppressWarnings("resource")
          Liquibase liquibase =
              new Liquibase(
                  CHANGELOG,
                  new ClassLoaderResourceAccessor(Migrations.class.getClassLoader()),
                  database);
          liquibase.setShowSummary(UpdateSummaryEnum.OFF);
          liquibase.setShowSummaryOutput(UpdateSummaryOutputEnum.LOG);
          liquibase.update(new Contexts(), new LabelExpression());
          return null;
        });
    connection.setAutoCommit(true);
  }

  /**
   * Calls Liquibase with this product's log and class loader, and without its analytics; one call
   * at a time.
   */
  static <T> T inScope(Scope.ScopedRunnerWithReturn<T> call) throws Exception {
    Map<String, Object> scope =
        Map.of(
            Scope.Attr.logService.name(),
            new MigrationLog(),
            Scope.Attr.ui.name(),
            new LoggerUIService(),
            Scope.Attr.classLoader.name(),
            Migrations.class.getClassLoader(),
            "liquibase.analytics.enabled",
            false);
    LIQUIBASE.lock();
    try {
      return Scope.child(scope, call);
    } finally {
      LIQUIBASE.unlock();
    }
  }

  /** Liquibase's log, one level quieter. */
  static final class MigrationLog extends AbstractLogService {
    private static final System.Logger LOG = System.getLogger("io.awaken.store.database.liquibase");

    @Override
    public int getPriority() {
      return PRIORITY_NOT_APPLICABLE;
    }

    @Override
    @SuppressWarnings({"rawtypes", "try"}) // Liquibase's signature; its logger closes nothing
    public Logger getLog(Class type) {
      return new AbstractLogger() {
        @Override
        public void log(Level level, String message, Throwable thrown) {
          LOG.log(quieter(level), message, thrown);
        }
      };
    }

    private static System.Logger.Level quieter(Level level) {
      // Liquibase uses OFF for output that was not requested, and it ranks above SEVERE.
      if (level.equals(Level.OFF)) {
        return System.Logger.Level.TRACE;
      }
      if (level.intValue() >= Level.SEVERE.intValue()) {
        return System.Logger.Level.ERROR;
      }
      return level.intValue() >= Level.WARNING.intValue()
          ? System.Logger.Level.WARNING
          : System.Logger.Level.DEBUG;
    }
  }
}

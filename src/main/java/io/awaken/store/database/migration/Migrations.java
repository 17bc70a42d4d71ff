package io.awaken.store.database.migration;

import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.DatabaseRefused;
import io.awaken.store.database.SessionLimits;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.Scope;
import liquibase.UpdateSummaryEnum;
import liquibase.UpdateSummaryOutputEnum;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.ui.LoggerUIService;

/**
 * Brings the schema to what this version needs, before anything else touches the database. Every
 * node may run it at the same time: one works, the others wait for it.
 *
 * <p>Runs on one plain connection outside any JTA transaction; call it from a thread that has none.
 * A migration lock left behind by a dead node is released with a warning, see {@link
 * MigrationLock}; a change that lost against nodes at work is tried again, see {@link
 * MigrationTries}. Liquibase's own progress goes to level DEBUG of the logger {@code
 * io.awaken.store.database.liquibase}.
 */
public final class Migrations {
  /** On the class path, so that the classes jar brings it into another archive too. */
  public static final String CHANGELOG = "io/awaken/liquibase/changelog.xml";

  private static final Executor SAME_THREAD = Runnable::run;

  private Migrations() {}

  /**
   * Runs what has not been run yet. Repeating it is cheap.
   *
   * @param dataSource of an H2 or PostgreSQL database; the user must own the schema
   * @throws DatabaseRefused when a migration fails or another node holds the lock for over five
   *     minutes; nothing may use the database then
   */
  public static void run(DataSource dataSource) {
    try (Connection connection = dataSource.getConnection()) {
      // What goes wrong while these are closed is no reason of its own, but comes with the first.
      try (Unlimited session = Unlimited.of(connection);
          MigrationLock lock = MigrationLock.take(connection)) {
        MigrationTries.USUAL.run(
            connection,
            () -> {
              lock.releaseStale();
              update(connection);
            });
      }
    } catch (DatabaseRefused e) {
      throw e;
    } catch (Exception e) {
      throw new DatabaseRefused("The database schema could not be migrated: " + e.getMessage(), e);
    }
  }

  /**
   * A session without limits: an index on a large table may take longer than the server lets locks
   * be waited for, or than the driver waits for an answer.
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
    ClassLoader loader = Migrations.class.getClassLoader();
    Map<String, Object> scope =
        Map.of(
            Scope.Attr.logService.name(),
            new MigrationLog(),
            Scope.Attr.ui.name(),
            new LoggerUIService(),
            Scope.Attr.classLoader.name(),
            loader,
            "liquibase.analytics.enabled",
            false);
    Scope.child(
        scope,
        () -> {
          // The connection is the caller's: closing Liquibase would close it under the lock.
          @SuppressWarnings("resource")
          Liquibase liquibase =
              new Liquibase(
                  CHANGELOG,
                  new ClassLoaderResourceAccessor(loader),
                  DatabaseFactory.getInstance()
                      .findCorrectDatabaseImplementation(new JdbcConnection(connection)));
          liquibase.setShowSummary(UpdateSummaryEnum.OFF);
          liquibase.setShowSummaryOutput(UpdateSummaryOutputEnum.LOG);
          liquibase.update(new Contexts(), new LabelExpression());
        });
    connection.setAutoCommit(true);
  }
}

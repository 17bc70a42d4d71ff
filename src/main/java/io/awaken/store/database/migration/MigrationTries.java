package io.awaken.store.database.migration;

import io.awaken.store.database.Contention;
import io.awaken.store.database.DatabaseRefused;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Repeats a migration that lost a conflict with another session: nodes of the previous version
 * still work and may lock tables in another order than a change set.
 *
 * @param max maximum number of attempts
 * @param pause delay between attempts
 */
record MigrationTries(int max, Duration pause) {
  private static final System.Logger LOG = System.getLogger(MigrationTries.class.getName());

  /** Each attempt lasts at least the server's {@code deadlock_timeout}. */
  static final MigrationTries USUAL = new MigrationTries(10, Duration.ofSeconds(1));

  /** Rolls back what a failure leaves, so that a lock of the session can be released behind it. */
  void run(Connection connection, Migration migration) throws Exception {
    for (int left = max - 1; ; left--) {
      try {
        migration.run();
        return;
      } catch (Exception e) {
        undo(connection, e);
        if (left == 0 || !Contention.overLocks(e)) {
          throw e;
        }
        LOG.log(
            System.Logger.Level.WARNING,
            "Another session blocked the migration, which continues from the failed change set in"
                + " {0} ms, with at most {1} more attempts: {2}",
            pause.toMillis(),
            left,
            e.getMessage());
        rest();
      }
    }
  }

  private static void undo(Connection connection, Exception failure) {
    try {
      if (!connection.getAutoCommit()) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  private void rest() {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseRefused("Interrupted before the migration was repeated", e);
    }
  }

  /** Continues where it failed when it is repeated. */
  @FunctionalInterface
  interface Migration {
    void run() throws Exception;
  }
}

package io.awaken.store.database.migration;

import io.awaken.store.database.Contention;
import io.awaken.store.database.DatabaseRefused;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Runs a migration again that another session stood in the way of. Nodes of the version before go
 * on working meanwhile, and lock the same tables in another order than a change set does.
 *
 * @param most how often it is tried, the first time included
 * @param pause between two tries, in which the other session gets on
 */
record MigrationTries(int most, Duration pause) {
  private static final System.Logger LOG = System.getLogger(MigrationTries.class.getName());

  /** Each lasts the server's {@code deadlock_timeout} at the least. */
  static final MigrationTries USUAL = new MigrationTries(10, Duration.ofSeconds(1));

  /** Leaves the connection out of any transaction before each try but the first. */
  void run(Connection connection, Migration migration) throws Exception {
    for (int left = most - 1; ; left--) {
      try {
        migration.run();
        return;
      } catch (Exception e) {
        if (left == 0 || !Contention.overLocks(e)) {
          throw e;
        }
        LOG.log(
            System.Logger.Level.WARNING,
            "Another session stood in the way of the migration, which goes on from the change set"
                + " that failed in {0} ms, and is tried at most {1} times more: {2}",
            pause.toMillis(),
            left,
            e.getMessage());
        undo(connection);
        rest();
      }
    }
  }

  private static void undo(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private void rest() {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseRefused("Interrupted before the migration was tried again", e);
    }
  }

  /** Goes on from where it failed when it is run again. */
  @FunctionalInterface
  interface Migration {
    void run() throws Exception;
  }
}

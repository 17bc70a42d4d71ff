package io.awaken.store.database;

import io.awaken.store.database.Outage.ReachedDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;

/**
 * The H2 file of a folder, pooled in plain Java: the same file, password and disk sync as the
 * server's embedded database. One process at a time has it open. Thread-safe.
 */
public final class FolderDatabase implements AutoCloseable {

  /** A run takes one only for a transaction. */
  private static final int CONNECTIONS = 32;

  private final JdbcConnectionPool pool;
  private final Database database;

  private FolderDatabase(JdbcConnectionPool pool, Database database) {
    this.pool = pool;
    this.database = database;
  }

  /**
   * Opens the folder, which is created if it is missing.
   *
   * @throws DatabaseRefused when it cannot be used, another process uses it, or it has the JSON
   *     files of earlier versions
   */
  public static FolderDatabase open(Path folder) {
    requireNoFiles(folder);
    var settings =
        DatabaseSettings.from(
            key -> Optional.of(folder.toString()).filter(any -> key.equals("awaken.data.dir")));
    try {
      return of(settings.unlocked());
    } catch (SQLException e) {
      throw new DatabaseRefused(
          "The database in " + folder.toAbsolutePath() + " cannot be opened: " + e.getMessage(), e);
    }
  }

  private static FolderDatabase of(DatabaseSettings settings) {
    var file = new JdbcDataSource();
    file.setURL(settings.url());
    file.setUser(settings.user().orElseThrow());
    file.setPassword(settings.password().orElseThrow());
    JdbcConnectionPool pool = JdbcConnectionPool.create(file);
    pool.setMaxConnections(CONNECTIONS);
    CommitSync sync = CommitSync.of(settings.url());
    try {
      DataSource synced = ReachedDataSource.of(pool, sync::around);
      DatabaseProduct product = Database.open(synced).product();
      return new FolderDatabase(pool, new Database(synced, product, file));
    } catch (RuntimeException e) {
      pool.dispose();
      throw e;
    }
  }

  /** The file store of earlier versions kept its threads there. */
  private static void requireNoFiles(Path folder) {
    if (Files.isDirectory(folder.resolve("threads"))) {
      throw new DatabaseRefused(
          folder.toAbsolutePath()
              + " has the JSON files of FileStores, which this version does not read: choose"
              + " another folder for the H2 file that replaces them");
    }
  }

  /** The database, until this is closed. */
  public Database database() {
    return database;
  }

  @Override
  public void close() {
    pool.dispose();
  }
}

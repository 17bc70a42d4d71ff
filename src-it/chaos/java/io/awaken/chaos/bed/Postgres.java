package io.awaken.chaos.bed;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A PostgreSQL that the bed can restart and crash. Committed data survives a crash of the server,
 * but not of the machine, since {@code fsync} is off.
 */
public final class Postgres implements AutoCloseable {

  private static final String TERMINATE_OTHERS =
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
          + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
  private static final long STOP_TIMEOUT_SECONDS = 30;

  private final Path data;
  private final int port;
  private EmbeddedPostgres server;

  /**
   * @param data a folder that does not exist yet
   */
  Postgres(Path data) throws IOException {
    this.data = data;
    server = builder().start();
    port = server.getPort();
  }

  private EmbeddedPostgres.Builder builder() {
    return EmbeddedPostgres.builder()
        .setDataDirectory(data)
        .setCleanDataDirectory(false)
        .setServerConfig("fsync", "off")
        .setServerConfig("synchronous_commit", "on")
        .setServerConfig("full_page_writes", "off")
        .setServerConfig("max_connections", "200");
  }

  /** The first database. */
  Database database() {
    return database("postgres");
  }

  private Database database(String name) {
    return new Database("jdbc:postgresql://localhost:" + port + "/" + name + "?user=postgres");
  }

  /** Creates another database. */
  Database create(String name) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database().url());
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    return database(name);
  }

  /** Terminates all other sessions, of all databases. */
  public void terminateSessions() throws SQLException {
    database().query(TERMINATE_OTHERS);
  }

  /**
   * Stops the server and starts it again with its data.
   *
   * @param signal {@code INT} for a fast shutdown; {@code QUIT} for an immediate one, which has the
   *     effect of a crash
   */
  public void restart(String signal) throws IOException, InterruptedException {
    String pid = Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip();
    Signals.send(Long.parseLong(pid), signal);
    long started = System.nanoTime();
    while (ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isPresent()) {
      if (System.nanoTime() - started > TimeUnit.SECONDS.toNanos(STOP_TIMEOUT_SECONDS)) {
        throw new IOException("PostgreSQL did not stop within " + STOP_TIMEOUT_SECONDS + " s");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    server.close();
    server = builder().setPort(port).start();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

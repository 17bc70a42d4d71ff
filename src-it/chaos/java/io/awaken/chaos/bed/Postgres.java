package io.awaken.chaos.bed;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A PostgreSQL that can be shaken and keeps what it acknowledged: only the machine's own crash
 * would lose something, since nothing is synced to the disk.
 */
public final class Postgres implements AutoCloseable {

  private static final String OTHERS =
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
          + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
  private static final long PATIENCE_SECONDS = 30;

  private final Path data;
  private final int port;
  private EmbeddedPostgres server;

  /**
   * @param data a folder that is not there yet
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

  public String url() {
    return "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres";
  }

  /** Ends every session there is. */
  public void terminateSessions() throws SQLException {
    ask(OTHERS);
  }

  /**
   * Ends the server and starts it again on what it has written.
   *
   * @param signal {@code INT}: as an operator does it; {@code QUIT}: at once, as a crash does
   */
  public void restart(String signal) throws IOException, InterruptedException {
    String pid = Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip();
    Signals.send(Long.parseLong(pid), signal);
    long begun = System.nanoTime();
    while (ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isPresent()) {
      if (System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
        throw new IOException("PostgreSQL does not end");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    server.close();
    server = builder().setPort(port).start();
  }

  /** The first column of the first row. */
  public String one(String query) throws SQLException {
    List<List<String>> rows = ask(query);
    return rows.isEmpty() ? null : rows.getFirst().getFirst();
  }

  /** All rows, as texts. */
  public List<List<String>> ask(String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        var statement = connection.createStatement();
        var found = statement.executeQuery(query)) {
      var rows = new ArrayList<List<String>>();
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        var row = new ArrayList<String>(columns);
        for (int column = 1; column <= columns; column++) {
          row.add(found.getString(column));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

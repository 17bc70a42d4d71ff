package io.awaken.chaos.bed;

import io.awaken.chaos.inside.CountedTools;
import io.awaken.launch.Installation;
import io.awaken.launch.LaunchFailed;
import io.awaken.process.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The running databases, ledger, nodes and remote server. {@link #close} stops them in reverse
 * order.
 *
 * <p>The remote server is a process of its own, mostly idle, so that it can end while all nodes
 * work: if the nodes called each other over A2A, its end would always be that of a node. It has the
 * archive and documents of the nodes, so that its agents do the same work with the same scripts.
 * Its own database is in the same PostgreSQL, so that faults of the database hit both sides.
 */
public final class Bed implements AutoCloseable {

  public static final Duration LEASE = Duration.ofSeconds(3);
  public static final Duration SWEEP = Duration.ofSeconds(1);

  /** Attempts before a job goes to the dead letter. */
  public static final int MAX_ATTEMPTS = 4;

  /** Shorter than the defaults, so that a round ends within seconds. */
  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("awaken.mailbox.lease", LEASE.toString()),
          Map.entry("awaken.mailbox.renew", "PT1S"),
          Map.entry("awaken.mailbox.poll", "PT0.5S"),
          Map.entry("awaken.mailbox.sweep", SWEEP.toString()),
          Map.entry("awaken.mailbox.interrupt-wait", "PT2S"),
          Map.entry("awaken.mailbox.outage-wait", "PT1S"),
          Map.entry("awaken.mailbox.retry-base", "PT0.1S"),
          Map.entry("awaken.mailbox.max-attempts", String.valueOf(MAX_ATTEMPTS)),
          Map.entry("awaken.db.patience", "PT2S"),
          Map.entry("awaken.drain", "PT3S"),
          Map.entry("awaken.stream.heartbeat", "PT0.5S"),
          Map.entry("awaken.stream.per-caller", "1000"));

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private Postgres postgres;
  private Ledger ledger;
  private Cluster home;
  private Cluster remote;

  private Bed() {}

  /**
   * Starts the database, the ledger, the nodes and the remote server.
   *
   * @param at the installation; its work folder becomes the one of the bed
   * @param count the number of nodes
   */
  public static Bed start(Installation at, int count)
      throws IOException, InterruptedException, LaunchFailed, SQLException {
    var bed = new Bed();
    Runtime.getRuntime().addShutdownHook(new Thread(bed::close));
    try {
      bed.open(at, count);
      return bed;
    } catch (IOException
        | InterruptedException
        | LaunchFailed
        | SQLException
        | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  private void open(Installation at, int count)
      throws IOException, InterruptedException, LaunchFailed, SQLException {
    postgres = add(new Postgres(at.work().resolve("postgres")));
    ledger = add(new Ledger());
    Path folder = Files.createDirectories(at.work().resolve("documents"));
    var settings = new Properties();
    settings.putAll(SETTINGS);
    settings.setProperty("awaken.config.dir", folder.toString());
    settings.setProperty("awaken.data.dir", at.work().toString());
    settings.setProperty(CountedTools.LEDGER, ledger.url());
    remote = cluster(at, "remote", 1, settings, postgres.create("remote"));
    String address = "127.0.0.1:" + remote.servers().getFirst().port();
    settings.setProperty("awaken.outbound.allow", address);
    home = cluster(at, "node", count, settings, postgres.database());
    AgentScript.write(new Documents(folder), "http://" + address);
    for (ServerNode server : servers()) {
      server.start();
    }
  }

  /** Prepares servers without starting them. */
  private Cluster cluster(
      Installation at, String name, int count, Properties settings, Database database)
      throws IOException {
    settings.setProperty("awaken.db.url", database.url());
    var servers = new ArrayList<ServerNode>();
    for (int i = 0; i < count; i++) {
      Path work = Files.createDirectories(at.work().resolve(name + "-" + i));
      var installation = new Installation(at.server(), at.archive(), at.config(), work);
      servers.add(add(new ServerNode(installation, settings)));
    }
    return new Cluster(List.copyOf(servers), database);
  }

  private synchronized <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  /** Copies the logs of the last two starts of each server and a thread dump to a folder. */
  public void saveDiagnostics(Path folder) throws IOException, InterruptedException {
    for (ServerNode server : servers()) {
      server.copyLogs(folder);
      server.dumpThreads(folder);
    }
  }

  public Postgres postgres() {
    return postgres;
  }

  public Ledger ledger() {
    return ledger;
  }

  /** The nodes. */
  public Cluster home() {
    return home;
  }

  /** The server of remote agents. */
  public Cluster remote() {
    return remote;
  }

  /** The nodes, then the remote server: the numbers of faults and outages. */
  public List<ServerNode> servers() {
    return Stream.of(home, remote).flatMap(cluster -> cluster.servers().stream()).toList();
  }

  @Override
  public synchronized void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        System.err.println("A part of the chaos bed could not be stopped: " + e.getMessage());
      }
    }
  }
}

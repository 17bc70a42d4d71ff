package io.awaken.chaos.bed;

import io.awaken.chaos.inside.CountedTools;
import io.awaken.launch.Installation;
import io.awaken.launch.LaunchFailed;
import io.awaken.process.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** The running database, ledger and nodes. {@link #close} stops them in reverse order. */
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
  private final List<ServerNode> nodes = new ArrayList<>();
  private Postgres postgres;
  private Ledger ledger;

  private Bed() {}

  /**
   * Starts the database, the ledger and the nodes.
   *
   * @param at the installation; its work folder becomes the one of the bed
   * @param count the number of nodes
   */
  public static Bed start(Installation at, int count)
      throws IOException, InterruptedException, LaunchFailed {
    var bed = new Bed();
    Runtime.getRuntime().addShutdownHook(new Thread(bed::close));
    try {
      bed.open(at, count);
      return bed;
    } catch (IOException | InterruptedException | LaunchFailed | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  private void open(Installation at, int count)
      throws IOException, InterruptedException, LaunchFailed {
    postgres = add(new Postgres(at.work().resolve("postgres")));
    ledger = add(new Ledger());
    Path folder = Files.createDirectories(at.work().resolve("documents"));
    AgentScript.write(new Documents(folder));
    var settings = new Properties();
    settings.putAll(SETTINGS);
    settings.setProperty("awaken.config.dir", folder.toString());
    settings.setProperty("awaken.data.dir", at.work().toString());
    settings.setProperty("awaken.db.url", postgres.url());
    settings.setProperty(CountedTools.LEDGER, ledger.url());
    for (int i = 0; i < count; i++) {
      Path work = Files.createDirectories(at.work().resolve("node-" + i));
      var installation = new Installation(at.server(), at.archive(), at.config(), work);
      var node = add(new ServerNode(installation, settings));
      nodes.add(node);
      node.start();
    }
  }

  private synchronized <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  /** Copies the logs of the last two starts of each node and a thread dump to a folder. */
  public void saveDiagnostics(Path folder) throws IOException, InterruptedException {
    for (ServerNode node : nodes) {
      node.copyLogs(folder);
      node.dumpThreads(folder);
    }
  }

  public Postgres postgres() {
    return postgres;
  }

  public Ledger ledger() {
    return ledger;
  }

  public List<ServerNode> nodes() {
    return nodes;
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

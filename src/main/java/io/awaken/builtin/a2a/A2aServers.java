package io.awaken.builtin.a2a;

import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.A2aServerSpec.Offer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Finds the agents of other servers by their cards (features row 29), refused as {@link A2aBackend}
 * refuses them. A server that cannot be used does not affect the others. Thread-safe.
 */
public final class A2aServers implements AutoCloseable {

  /** How often {@link #readDue} should be called. */
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final Duration BETWEEN = Duration.ofMillis(20);

  private final A2aBackend backend;
  private final Executor executor;
  private final BiConsumer<String, List<Offer>> found;
  private volatile Map<String, DiscoveredServer> servers = Map.of();
  private volatile List<A2aServerSpec> specs = List.of();
  private volatile boolean closed;

  /**
   * @param backend executes the agents, and has their connections; may be null without servers
   * @param executor runs each task on a thread of its own
   * @param found receives the id of a server and what it offers, also when nothing changed
   */
  public A2aServers(A2aBackend backend, Executor executor, BiConsumer<String, List<Offer>> found) {
    this.backend = backend;
    this.executor = executor;
    this.found = found;
  }

  /** Replaces the servers; unchanged ones go on. Does nothing when nothing changed. */
  public synchronized void configure(List<A2aServerSpec> all) {
    if (all == specs) {
      return;
    }
    var next = new TreeMap<String, DiscoveredServer>();
    for (A2aServerSpec spec : all) {
      DiscoveredServer known = servers.get(spec.id());
      boolean same = known != null && known.spec().equals(spec);
      next.put(spec.id(), same ? known : new DiscoveredServer(spec, backend, at(spec.id())));
    }
    servers = next;
    specs = all;
  }

  private Consumer<List<Offer>> at(String server) {
    return offers -> {
      if (!closed) {
        found.accept(server, offers);
      }
    };
  }

  /** Starts reading cards that have expired, or that could not be read, without waiting. */
  public void readDue() {
    servers.values().stream()
        .filter(DiscoveredServer::due)
        .forEach(server -> executor.execute(server::read));
  }

  /**
   * What is known of a server.
   *
   * @param id of its document
   * @param state {@code connecting}, {@code reachable} or {@code unavailable}
   * @param version the version in its last card; null for none
   * @param agents ids of the agents that it offers, as of that card
   * @param reason why it is unavailable, for people; null otherwise
   * @param nextReadS seconds until its card is read again
   */
  public record ServerReport(
      String id,
      String state,
      String version,
      List<String> agents,
      String reason,
      long nextReadS) {}

  /** What is known of each server, in order of their ids. */
  public List<ServerReport> report() {
    return servers.values().stream().map(DiscoveredServer::report).toList();
  }

  /**
   * Waits until all servers were reached.
   *
   * @return why the agents of the others are not here, by server; empty when all are
   * @throws io.awaken.core.run.RunCancelled when the thread is interrupted
   */
  public Map<String, String> reachAll(Duration atMost) {
    readDue();
    Map<String, String> missing = missing();
    if (missing.isEmpty()) {
      return missing;
    }
    A2aAgent.Ports ports = backend.ports();
    long end = ports.nanos().getAsLong() + atMost.toNanos();
    while (!missing.isEmpty() && ports.nanos().getAsLong() - end < 0) {
      ports.pause().await(BETWEEN, new CancellationToken());
      readDue();
      missing = missing();
    }
    return missing;
  }

  private Map<String, String> missing() {
    var missing = new TreeMap<String, String>();
    servers.forEach(
        (id, server) -> {
          String why = server.missing();
          if (why != null) {
            missing.put(id, why);
          }
        });
    return missing;
  }

  /** Publishes nothing more. */
  @Override
  public void close() {
    closed = true;
  }
}

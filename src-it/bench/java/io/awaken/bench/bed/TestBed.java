package io.awaken.bench.bed;

import io.awaken.fixture.FreePorts;
import io.awaken.launch.Installation;
import io.awaken.launch.LaunchFailed;
import io.awaken.launch.LaunchedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** The running system under test. {@link #close} stops its parts in reverse order. */
public final class TestBed implements AutoCloseable {

  /** The agent whose tool requires a decision. */
  public static final String ASKING = "asking";

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private Postgres postgres;
  private Endpoint endpoint;
  private LaunchedServer server;
  private Proxy proxy;
  private Installation installation;
  private Properties properties;
  private List<String> options;
  private InetSocketAddress address;

  /**
   * Starts database, endpoint and server.
   *
   * @param models names of models; each becomes an agent of that name
   */
  public static TestBed start(Installation at, List<String> models, List<String> jvmOptions)
      throws IOException, InterruptedException, LaunchFailed {
    var bed = new TestBed();
    Runtime.getRuntime().addShutdownHook(new Thread(bed::close));
    try {
      bed.open(at, models, jvmOptions);
      return bed;
    } catch (IOException | InterruptedException | LaunchFailed | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  private void open(Installation at, List<String> models, List<String> jvmOptions)
      throws IOException, InterruptedException, LaunchFailed {
    postgres = add(new Postgres(at.work().resolve("postgres")));
    endpoint = add(new Endpoint());
    Path folder = at.work().resolve("documents");
    var documents = new BenchDocuments(folder, endpoint.baseUrl());
    for (String model : models) {
      documents.agent(model);
    }
    documents.asking(ASKING, "two-step");
    properties = Limits.high();
    properties.setProperty("awaken.config.dir", folder.toString());
    properties.setProperty("awaken.data.dir", at.work().toString());
    properties.setProperty("awaken.db.url", postgres.url());
    properties.setProperty("awaken.db.user", "postgres");
    int port = FreePorts.next();
    installation = at;
    options = jvmOptions;
    server = add(LaunchedServer.start(at, properties, port, jvmOptions));
    address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    Optional<Proxy> built = Proxy.start("http://127.0.0.1:" + port, at.work());
    proxy = built.isPresent() ? add(built.get()) : null;
  }

  private synchronized <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  /**
   * Restarts the server on the same port and database.
   *
   * @return how long the start took, until the server was healthy
   */
  public synchronized Duration restart() throws Exception {
    parts.remove(server);
    server.close();
    long begun = System.nanoTime();
    server = add(LaunchedServer.start(installation, properties, address.getPort(), options));
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  /** Returns the first column of the first row of a query. */
  public String ask(String query) throws SQLException {
    return postgres.one(query);
  }

  public InetSocketAddress address() {
    return address;
  }

  /** The address of a proxy that copies the server's answers; null without Go. */
  public InetSocketAddress proxy() {
    return proxy == null ? null : proxy.address();
  }

  /** Process ids by name; each includes its child processes. */
  public Map<String, Long> processes() throws IOException {
    var pids = new HashMap<String, Long>();
    pids.put("server", server.pid());
    pids.put("postgres", postgres.pid());
    pids.put("endpoint", endpoint.pid());
    if (proxy != null) {
      pids.put("proxy", proxy.pid());
    }
    return pids;
  }

  public long serverPid() {
    return server.pid();
  }

  /** Makes the endpoint answer the idle streams. */
  public void release() throws IOException, InterruptedException {
    endpoint.release();
  }

  /** Settings that the database reports. */
  public Map<String, String> databaseSettings() throws SQLException {
    return postgres.settings();
  }

  /** The number of runs in the database that have not ended. */
  public long unfinishedRuns() throws SQLException {
    return Long.parseLong(postgres.one("SELECT count(*) FROM awaken_run WHERE status <> 'done'"));
  }

  /** The number of runs in the database. */
  public long runs() throws SQLException {
    return Long.parseLong(postgres.one("SELECT count(*) FROM awaken_run"));
  }

  @Override
  public synchronized void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        System.err.println("Could not be stopped: " + e.getMessage());
      }
    }
  }
}

package io.awaken.chaos.bed;

import io.awaken.chaos.inside.Failpoint;
import io.awaken.chaos.inside.Failpoints;
import io.awaken.launch.Installation;
import io.awaken.launch.LaunchFailed;
import io.awaken.launch.LaunchedServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** One node: a server process that can be killed and restarted, always on the same port. */
public final class ServerNode implements AutoCloseable {

  private static final List<String> JVM =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx512m");

  private static final int START_ATTEMPTS = 4;
  private static final long DRAIN_TIMEOUT_SECONDS = 60;

  private final Installation template;
  private final Properties settings;
  private final Path points;
  private final int port;
  private LaunchedServer server;
  private int starts;

  /**
   * @param template the installation; its work folder becomes the one of the node
   */
  ServerNode(Installation template, Properties settings) throws IOException {
    this.template = template;
    this.points = Files.createDirectories(template.work().resolve("points"));
    this.settings = new Properties();
    this.settings.putAll(settings);
    this.settings.setProperty(Failpoints.FOLDER, points.toString());
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
  }

  /**
   * Starts or restarts the server and returns when it is healthy. Repeats a failed start, since the
   * server does not start without its database, or within the time limit on a busy machine.
   */
  public void start() throws IOException, InterruptedException, LaunchFailed {
    for (int attempt = 1; true; attempt++) {
      try {
        startOnce();
        return;
      } catch (LaunchFailed e) {
        if (attempt == START_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void startOnce() throws IOException, InterruptedException, LaunchFailed {
    starts++;
    Path work = Files.createDirectories(template.work().resolve("start-" + starts));
    var at = new Installation(template.server(), template.archive(), template.config(), work);
    var properties = new Properties();
    properties.putAll(settings);
    server = LaunchedServer.start(at, properties, port, new ArrayList<>(JVM));
  }

  public int port() {
    return port;
  }

  public boolean alive() {
    return ProcessHandle.of(server.pid()).filter(ProcessHandle::isAlive).isPresent();
  }

  /** Kills the process as {@code kill -9} does. */
  public void kill() throws InterruptedException {
    server.kill();
  }

  /** Sends SIGTERM. */
  public void terminate() {
    server.terminate();
  }

  /** Sends SIGTERM and returns when the process has ended. */
  public void shutDown() throws InterruptedException, ExecutionException, TimeoutException {
    var process = ProcessHandle.of(server.pid());
    terminate();
    if (process.isPresent()) {
      process.get().onExit().get(DRAIN_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Stops all threads of the process with SIGSTOP. */
  public void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  public void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  /** Sends a signal; does nothing if the process has been killed meanwhile. */
  private void signal(String name) throws IOException, InterruptedException {
    var process = ProcessHandle.of(server.pid());
    try {
      Signals.send(server.pid(), name);
    } catch (IOException e) {
      if (process.isPresent() && process.get().isAlive()) {
        throw e;
      }
    }
  }

  /** Arms a failpoint of the server. */
  public void armFailpoint(String point, Failpoint failpoint) throws IOException {
    failpoint.arm(points, point);
  }

  /**
   * Disarms all failpoints.
   *
   * @return the names of those that were still armed
   */
  public List<String> disarmFailpoints() throws IOException {
    var left = new ArrayList<String>();
    try (Stream<Path> files = Files.list(points)) {
      for (Path file : files.toList()) {
        left.add(file.getFileName().toString());
        Files.deleteIfExists(file);
      }
    }
    return left;
  }

  /** Writes a thread dump with virtual threads to a folder. */
  void dumpThreads(Path folder) throws IOException, InterruptedException {
    Path file = folder.resolve(this + "-threads.txt");
    Files.deleteIfExists(file);
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    new ProcessBuilder(jcmd, String.valueOf(server.pid()), "Thread.dump_to_file", file.toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** Copies the logs of the last two starts to a folder. */
  void copyLogs(Path folder) throws IOException {
    for (int start = Math.max(1, starts - 1); start <= starts; start++) {
      Path log = template.work().resolve("start-" + start).resolve("serve.log");
      String name = this + "-" + start + ".log";
      Files.copy(log, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** The number of native threads of the process. */
  public int threads() throws IOException {
    Path status = Path.of("/proc", String.valueOf(server.pid()), "status");
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("Threads:"))
        .mapToInt(line -> Integer.parseInt(line.substring("Threads:".length()).strip()))
        .findFirst()
        .orElse(0);
  }

  /** The name of its work folder. */
  @Override
  public String toString() {
    return template.work().getFileName().toString();
  }

  /** Kills the process. */
  @Override
  public void close() {
    try {
      if (server != null) {
        server.kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

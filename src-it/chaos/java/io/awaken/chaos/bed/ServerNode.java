package io.awaken.chaos.bed;

import io.awaken.chaos.inside.Failpoint;
import io.awaken.chaos.inside.Failpoints;
import io.awaken.server.launch.Installation;
import io.awaken.server.launch.LaunchFailed;
import io.awaken.server.launch.LaunchedServer;
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

/** One node: always at the same port, in one process after the other. */
public final class ServerNode implements AutoCloseable {

  private static final List<String> JVM =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx512m");

  private static final int ATTEMPTS = 4;
  private static final long LONGEST_DRAIN_SECONDS = 60;

  private final Installation template;
  private final Properties settings;
  private final Path points;
  private final int port;
  private LaunchedServer server;
  private int starts;

  /**
   * @param template its work folder is that of the node
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
   * Starts it, or starts it again, and returns when it is healthy. A server that finds no database
   * does not start, nor does one in time on a machine that is busy; whoever runs it tries again.
   */
  public void start() throws IOException, InterruptedException, LaunchFailed {
    for (int attempt = 1; true; attempt++) {
      try {
        startOnce();
        return;
      } catch (LaunchFailed e) {
        if (attempt == ATTEMPTS) {
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

  /** As {@code kill -9} does. */
  public void kill() throws InterruptedException {
    server.kill();
  }

  /** Asks it to end. */
  public void terminate() {
    server.terminate();
  }

  /** Asks it to end, and returns when it has: nobody may take it for alive until then. */
  public void shutDown() throws InterruptedException, ExecutionException, TimeoutException {
    var process = ProcessHandle.of(server.pid());
    terminate();
    if (process.isPresent()) {
      process.get().onExit().get(LONGEST_DRAIN_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Stops all of its threads in the middle of whatever they do. */
  public void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  public void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  /** A kill may come first, and there is nothing to do then. */
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

  /** Has something happen at a point of its writes. */
  public void failpoint(String point, Failpoint failpoint) throws IOException {
    failpoint.arm(points, point);
  }

  /**
   * Takes back what has not happened.
   *
   * @return the points that it was to happen at
   */
  public List<String> clearPoints() throws IOException {
    var left = new ArrayList<String>();
    try (Stream<Path> files = Files.list(points)) {
      for (Path file : files.toList()) {
        left.add(file.getFileName().toString());
        Files.deleteIfExists(file);
      }
    }
    return left;
  }

  /** What all of its threads do now, virtual ones too. */
  void dumpThreads(Path folder) throws IOException, InterruptedException {
    Path file = folder.resolve(template.work().getFileName() + "-threads.txt");
    Files.deleteIfExists(file);
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    new ProcessBuilder(jcmd, String.valueOf(server.pid()), "Thread.dump_to_file", file.toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  void copyLogs(Path folder) throws IOException {
    for (int start = Math.max(1, starts - 1); start <= starts; start++) {
      Path log = template.work().resolve("start-" + start).resolve("serve.log");
      String name = template.work().getFileName() + "-" + start + ".log";
      Files.copy(log, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Threads of its process. */
  public int threads() throws IOException {
    Path status = Path.of("/proc", String.valueOf(server.pid()), "status");
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("Threads:"))
        .mapToInt(line -> Integer.parseInt(line.substring("Threads:".length()).strip()))
        .findFirst()
        .orElse(0);
  }

  /** Ends it at once: nobody needs its last words. */
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

package io.awaken.interop;

import io.awaken.process.ServerProcess;
import io.awaken.process.Servers;
import io.awaken.server.launch.Installation;
import io.awaken.server.launch.LaunchFailed;
import io.awaken.server.launch.LaunchedServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The archive as built on a server of its own, on a free port of this machine: Payara Micro, or
 * WildFly where the build tests that.
 */
final class InteropServer implements AutoCloseable {

  /** A server that lives for seconds starts faster with little compiling and collecting. */
  private static final List<String> JVM = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final int port;
  private final Start start;
  private Running server;

  private InteropServer(int port, Start start)
      throws IOException, InterruptedException, LaunchFailed {
    this.port = port;
    this.start = start;
    this.server = start.running();
  }

  /** Starts a server where it was. */
  private interface Start {
    Running running() throws IOException, InterruptedException, LaunchFailed;
  }

  /** How a server ends. */
  private record Running(Kill kill, Runnable close) {
    private interface Kill {
      void now() throws InterruptedException;
    }
  }

  /**
   * Starts it and returns when it is healthy.
   *
   * @param work the folder for its data, domain and log
   * @param settings more than the data folder
   */
  static InteropServer start(Path work, Properties settings)
      throws IOException, InterruptedException, LaunchFailed {
    return start(work, settings, built());
  }

  /** The same with another archive. */
  static InteropServer start(Path work, Properties settings, Path archive)
      throws IOException, InterruptedException, LaunchFailed {
    settings.setProperty("awaken.data.dir", work.resolve("data").toString());
    return Servers.isWildFly()
        ? onWildFly(Servers.startWildFly(work, settings, archive, JVM))
        : onPayara(work, settings, archive);
  }

  private static InteropServer onPayara(Path work, Properties settings, Path archive)
      throws IOException, InterruptedException, LaunchFailed {
    int port = freePort();
    var at =
        new Installation(
            built().resolveSibling("payara-micro.jar"),
            archive,
            Path.of("server-config/payara").toAbsolutePath(),
            work);
    return new InteropServer(
        port,
        () -> {
          LaunchedServer launched = LaunchedServer.start(at, settings, port, JVM);
          return new Running(launched::kill, launched::close);
        });
  }

  private static InteropServer onWildFly(ServerProcess server)
      throws IOException, InterruptedException, LaunchFailed {
    return new InteropServer(server.port(), () -> new Running(server::kill, server::close));
  }

  private static Path built() {
    return Path.of(System.getProperty("awaken.archive")).toAbsolutePath();
  }

  /** A port of this machine that nobody listens at now. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Without a slash at its end. */
  String base() {
    return "http://127.0.0.1:" + port;
  }

  /** Ends the server as a crash would, and starts it again where it was; not on WildFly. */
  void killAndStartAgain() throws IOException, InterruptedException, LaunchFailed {
    if (Servers.isWildFly()) {
      throw new UnsupportedOperationException("WildFly starts on another port");
    }
    server.kill().now();
    server = start.running();
  }

  @Override
  public void close() {
    server.close().run();
  }
}

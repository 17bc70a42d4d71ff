package io.awaken.interop;

import io.awaken.server.launch.Installation;
import io.awaken.server.launch.LaunchFailed;
import io.awaken.server.launch.LaunchedServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/** The archive as built on a Payara Micro of its own, on a free port of this machine. */
final class InteropServer implements AutoCloseable {

  /** A server that lives for seconds starts faster with little compiling and collecting. */
  private static final List<String> JVM = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final Installation at;
  private final Properties settings;
  private final int port;
  private LaunchedServer server;

  private InteropServer(Installation at, Properties settings, int port)
      throws IOException, InterruptedException, LaunchFailed {
    this.at = at;
    this.settings = settings;
    this.port = port;
    this.server = LaunchedServer.start(at, settings, port, JVM);
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
    int port = freePort();
    var at =
        new Installation(
            built().resolveSibling("payara-micro.jar"),
            archive,
            Path.of("server-config/payara").toAbsolutePath(),
            work);
    return new InteropServer(at, settings, port);
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

  /** Ends the server as a crash would, and starts it again where it was. */
  void killAndStartAgain() throws IOException, InterruptedException, LaunchFailed {
    server.kill();
    server = LaunchedServer.start(at, settings, port, JVM);
  }

  @Override
  public void close() {
    server.close();
  }
}

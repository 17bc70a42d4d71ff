package io.awaken.interop;

import io.awaken.fixture.FreePorts;
import io.awaken.launch.Installation;
import io.awaken.launch.LaunchFailed;
import io.awaken.launch.LaunchedServer;
import io.awaken.process.ServerProcess;
import io.awaken.process.Servers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The archive as built, on its own server and a free port of this machine: Payara Micro, or WildFly
 * if the build tests that.
 */
final class InteropServer implements AutoCloseable {

  /** A server that lives for seconds starts faster with less compilation and a simple collector. */
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

  /** Starts a server on the same port with the same data. */
  private interface Start {
    Running running() throws IOException, InterruptedException, LaunchFailed;
  }

  /** A running server: how to kill and how to stop it. */
  private record Running(Kill kill, Runnable close) {
    private interface Kill {
      void now() throws InterruptedException;
    }
  }

  /**
   * Starts the server and returns when it is healthy.
   *
   * @param work the folder for its data, domain and log
   * @param settings in addition to the data folder
   */
  static InteropServer start(Path work, Properties settings)
      throws IOException, InterruptedException, LaunchFailed {
    return start(work, settings, built());
  }

  /** Starts the server with another archive. */
  static InteropServer start(Path work, Properties settings, Path archive)
      throws IOException, InterruptedException, LaunchFailed {
    settings.setProperty("awaken.data.dir", work.resolve("data").toString());
    return Servers.isWildFly()
        ? onWildFly(Servers.startWildFly(work, settings, archive, JVM))
        : onPayara(work, settings, archive);
  }

  private static InteropServer onPayara(Path work, Properties settings, Path archive)
      throws IOException, InterruptedException, LaunchFailed {
    int port = FreePorts.next();
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

  /** The base address, without a trailing slash. */
  String base() {
    return "http://127.0.0.1:" + port;
  }

  /** Kills the server and restarts it on the same port with the same data; not on WildFly. */
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

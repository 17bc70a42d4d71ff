package io.awaken.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;

/**
 * A server in a process of its own, started as {@code mvn -Pserve} starts it, for measurements and
 * tests. Its log is the file {@code serve.log} of the work folder. The 190 MB that a server unpacks
 * are deleted when its process has ended, since tests start hundreds of servers; its logs stay.
 * After {@link #kill}, {@link #awaitExit} or {@link #close} another server can use the work folder.
 * Thread-safe after start.
 */
public final class LaunchedServer implements AutoCloseable {

  private final ServerProcess process;
  private final CompletableFuture<Void> deleted;

  private LaunchedServer(ServerProcess process) {
    this.process = process;
    this.deleted = Folders.keepLogsAfter(process.onExit(), process.folder());
  }

  /**
   * Starts the server and returns when the application is healthy.
   *
   * @param properties the server's configuration; may contain secrets
   * @param port where it listens, on the loopback address unless {@code awaken.http.host} is set
   * @throws LaunchFailed with the reason; no process remains
   */
  public static LaunchedServer start(
      Installation at, Properties properties, int port, List<String> jvmOptions)
      throws IOException, InterruptedException, LaunchFailed {
    var settings = LaunchSettings.of(properties, port, at.work());
    ServerProcess process = ServerProcess.start(at, settings, jvmOptions);
    var server = new LaunchedServer(process);
    try {
      PrintStream nowhere =
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
      Path file = at.work().resolve("serve.log");
      var log = new ServerLog(process.output(), file, nowhere);
      Thread.ofPlatform().daemon().start(log);
      new Readiness(settings.http(), process, log).await();
      process.forgetProperties();
    } catch (LaunchFailed | InterruptedException | RuntimeException e) {
      server.close();
      throw e;
    }
    return server;
  }

  public long pid() {
    return process.pid();
  }

  /** Kills the server like a crash, and returns when it has ended. */
  public void kill() throws InterruptedException {
    process.kill();
    deleted.join();
  }

  /** Signals the server to end; returns at once. */
  public void terminate() {
    process.terminate();
  }

  /**
   * Waits until the server has ended by itself.
   *
   * @return its exit code; empty if it still runs after that time
   */
  public OptionalInt awaitExit(Duration atMost) throws InterruptedException {
    OptionalInt exit = process.await(atMost);
    if (exit.isPresent()) {
      deleted.join();
    }
    return exit;
  }

  /** Stops the server with a signal, and waits until it has ended. */
  @Override
  public void close() {
    process.stop();
    deleted.join();
  }
}

package io.awaken.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A server as a child process on the JDK that runs this launcher. */
final class ServerProcess {
  /** The application drains for up to 20 s; the server needs a moment more. */
  private static final long DRAIN_SECONDS = 30;

  private static final String OWNER_ONLY = "rw-------";

  /** Files of the server are for its user only; the shell becomes the server. */
  private static final List<String> PRIVATELY =
      List.of("/bin/sh", "-c", "umask 077; exec \"$0\" \"$@\"");

  private final Process process;
  private final Path secrets;
  private final Path folder;

  private ServerProcess(Process process, Path secrets, Path folder) {
    this.process = process;
    this.secrets = secrets;
    this.folder = folder;
  }

  /** Starts the server with the properties in a file that only this user can read. */
  static ServerProcess start(Installation at, LaunchSettings settings, List<String> jvmOptions)
      throws IOException, InterruptedException, LaunchFailed {
    ServerCommand command = command(at, settings);
    Path secrets = write(settings.properties(), at.work().resolve("serve.system.properties"));
    List<String> line = new ArrayList<>();
    if (Files.isExecutable(Path.of(PRIVATELY.getFirst()))) {
      line.addAll(PRIVATELY);
    }
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // A JVM that runs out of memory in one thread is broken in others; a supervisor restarts it.
    line.add("-XX:+ExitOnOutOfMemoryError");
    line.addAll(jvmOptions);
    line.addAll(command.arguments(secrets));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().putAll(command.environment());
    return new ServerProcess(builder.start(), secrets, command.folder());
  }

  private static ServerCommand command(Installation at, LaunchSettings settings)
      throws IOException, InterruptedException, LaunchFailed {
    return switch (at.kind()) {
      case PAYARA -> PayaraMicro.prepare(at, settings.http());
      case WILDFLY -> WildFly.prepare(at, settings.http());
    };
  }

  private static Path write(Properties properties, Path file) throws IOException {
    Files.deleteIfExists(file);
    if (Files.getFileStore(file.getParent()).supportsFileAttributeView("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      properties.store(out, null);
    }
    return file;
  }

  BufferedReader output() {
    return process.inputReader();
  }

  /** The folder with what the server unpacks and writes, but not its log or the data. */
  Path folder() {
    return folder;
  }

  /** Completes when the process has ended for whatever reason. */
  CompletableFuture<Process> onExit() {
    return process.onExit();
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int await() throws InterruptedException {
    return process.waitFor();
  }

  OptionalInt await(Duration atMost) throws InterruptedException {
    return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)
        ? OptionalInt.of(process.exitValue())
        : OptionalInt.empty();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void terminate() {
    process.destroy();
  }

  /** They are no longer needed once the server has read them. */
  void forgetProperties() {
    try {
      Files.deleteIfExists(secrets);
    } catch (IOException e) {
      secrets.toFile().deleteOnExit();
    }
  }

  /** Asks the server to end, waits for its drain, and kills it if it still runs. */
  void stop() {
    forgetProperties();
    process.destroy();
    try {
      if (!process.waitFor(DRAIN_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}

package io.awaken.server.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Payara Micro as a child process on the JDK that runs this launcher. */
final class PayaraProcess {
  /** The application drains for up to 20 s; the server needs a moment more. */
  private static final long DRAIN_SECONDS = 30;

  private static final String OWNER_ONLY = "rw-------";

  /** Files of the server are for its user only; the shell becomes the server. */
  private static final List<String> PRIVATELY =
      List.of("/bin/sh", "-c", "umask 077; exec \"$0\" \"$@\"");

  private final Process process;
  private final Path secrets;

  private PayaraProcess(Process process, Path secrets) {
    this.process = process;
    this.secrets = secrets;
  }

  /** Starts the server with the properties in a file that only this user can read. */
  static PayaraProcess start(Installation at, LaunchSettings settings, List<String> jvmOptions)
      throws IOException {
    Path secrets = write(settings.properties(), at.work().resolve("serve.system.properties"));
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(Path.of(PRIVATELY.getFirst()))) {
      command.addAll(PRIVATELY);
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // What runs out of memory in one thread is broken in others; a supervisor starts it again.
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.addAll(jvmOptions);
    ClassArchive.of(at).map(ClassArchive::options).ifPresent(command::addAll);
    command.addAll(
        List.of(
            "-jar",
            at.server().toString(),
            "--nocluster",
            "--nohostaware",
            "--disablephonehome",
            "--contextroot",
            "/",
            "--port",
            String.valueOf(settings.http().port()),
            "--rootdir",
            freshRoot(at.work().resolve("payara-micro")).toString(),
            "--systemproperties",
            secrets.toString(),
            "--logproperties",
            at.config().resolve("logging.properties").toString(),
            "--prebootcommandfile",
            at.config().resolve("pre-boot.asadmin").toString(),
            "--postbootcommandfile",
            at.config().resolve("post-boot.asadmin").toString(),
            "--deploy",
            at.archive().toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // Read by pre-boot.asadmin.
    builder.environment().put("AWAKEN_HTTP_HOST", settings.http().address().getHostAddress());
    return new PayaraProcess(builder.start(), secrets);
  }

  /** Payara would deploy again what a former start left there. */
  private static Path freshRoot(Path root) throws IOException {
    deleteAll(root);
    return Files.createDirectories(root);
  }

  /** Deletes a folder with everything in it, if it is there. */
  static void deleteAll(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
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

  /** Once the server has read them nobody else needs them. */
  void forgetProperties() {
    try {
      Files.deleteIfExists(secrets);
    } catch (IOException e) {
      secrets.toFile().deleteOnExit();
    }
  }

  /** Asks the server to end, waits for its drain, and ends it for certain. */
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

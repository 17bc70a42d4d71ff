package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.launch.Serve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * The launcher of {@code mvn -Pserve} as a child process, started like Maven does after a build.
 */
final class ServeLauncher implements AutoCloseable {

  private static final long DRAIN_SECONDS = 60;

  private final Process process;
  private final Path console;

  private ServeLauncher(Process process, Path console) {
    this.process = process;
    this.console = console;
  }

  /**
   * Returns the command that Maven executes, for the files of a build and a file of properties.
   *
   * @param wildFly where WildFly is, if this build has it
   */
  static List<String> command(Path build, Path archive, Path properties, Path wildFly) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        Path.of("target/launch").toAbsolutePath().toString(),
        Serve.class.getName(),
        build.toString(),
        archive.toString(),
        Path.of("server-config").toAbsolutePath().toString(),
        properties.toString(),
        wildFly.toString());
  }

  /**
   * Starts the archive of a build, below whose folder the server stores its data; returns when the
   * launcher prints that the server is ready.
   */
  static ServeLauncher start(Path build, int port, Map<String, String> settings)
      throws IOException, InterruptedException {
    var properties = new Properties();
    properties.setProperty("awaken.http.port", String.valueOf(port));
    properties.putAll(settings);
    Path file = build.resolve("serve-" + port + ".properties");
    try (var out = Files.newOutputStream(file)) {
      properties.store(out, null);
    }
    Path console = build.resolve("console-" + port + ".txt");
    Path wildFly = Path.of(System.getProperty("wildfly.home", build.resolve("wildfly").toString()));
    Process process =
        new ProcessBuilder(command(build, build.resolve("awaken.war"), file, wildFly))
            // The checkout, below which each server creates its own data folder.
            .directory(build.toFile())
            .redirectErrorStream(true)
            .redirectOutput(console.toFile())
            .start();
    var launcher = new ServeLauncher(process, console);
    try {
      launcher.awaitReady();
      assertThat(file).doesNotExist();
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      launcher.close();
      throw e;
    }
    return launcher;
  }

  private void awaitReady() throws IOException, InterruptedException {
    Conditions.await(
        "the server to be ready",
        () -> {
          assertThat(process.isAlive()).as(Files.readString(console)).isTrue();
          return printed().stream().anyMatch(line -> line.contains("is ready at"));
        });
  }

  /** The lines printed so far. */
  List<String> printed() throws IOException {
    return Files.readAllLines(console);
  }

  /** The server, a child process of the launcher. */
  ProcessHandle server() {
    return process.children().findFirst().orElseThrow();
  }

  /**
   * Stops the launcher like Ctrl-C in a terminal, which makes Maven signal it; returns when it has
   * ended.
   */
  @Override
  public void close() throws InterruptedException {
    process.destroy();
    assertThat(process.waitFor(DRAIN_SECONDS, TimeUnit.SECONDS)).isTrue();
  }
}

package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.launch.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * WildFly on free ports, with the installation of the container tests and its own base folder, in
 * which only the logs stay when it has ended. The archive is in its deployments folder and
 * controlled by the scanner's marker files.
 */
final class WildFlyServer implements ServerProcess {

  private static final int HTTP = 8080;
  private static final int HTTPS = 8443;
  private static final String CONFIGURATION = "standalone-full.xml";
  private static final long TIMEOUT_SECONDS = 60;

  private final Process process;
  private final Path deployments;
  private final int port;
  private final CompletableFuture<Void> deleted;

  private WildFlyServer(Process process, Path base, int port) {
    this.process = process;
    this.deployments = deployments(base);
    this.deleted = Folders.keepLogsAfter(process.onExit(), base);
    this.port = port;
  }

  /** Changes the folder of the server's configuration before the server starts. */
  interface Change {

    /** None. */
    Change NONE = configuration -> {};

    void in(Path configuration) throws IOException;

    /** Replaces text in the server's main document; the text must be present. */
    static Change of(String pattern, String text) {
      return configuration -> {
        Path main = configuration.resolve(CONFIGURATION);
        String before = Files.readString(main);
        assertThat(before).containsPattern(pattern);
        Files.writeString(main, before.replaceFirst(pattern, text));
      };
    }

    default Change and(Change other) {
      return configuration -> {
        in(configuration);
        other.in(configuration);
      };
    }
  }

  /** Starts the server and returns when the application is healthy. */
  static WildFlyServer start(
      Path work, Properties settings, Path archive, List<String> jvm, Change change)
      throws IOException, InterruptedException {
    Path home = home();
    Path base = work.resolve("base");
    configure(home.resolve("standalone/configuration"), base.resolve("configuration"));
    change.in(base.resolve("configuration"));
    Files.copy(archive, Files.createDirectories(deployments(base)).resolve("awaken.war"));
    Path properties = work.resolve("awaken.properties");
    try (var out = Files.newOutputStream(properties)) {
      settings.store(out, null);
    }
    int offset = FreePorts.offset();
    List<String> command = command(home, base, properties, offset, jvm);
    String host = settings.getProperty("awaken.http.host");
    if (host != null) {
      command.addAll(List.of("-b", host));
    }
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(work.resolve("wildfly.log").toFile())
            .start();
    var server = new WildFlyServer(process, base, HTTP + offset);
    try {
      server.deploy();
    } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
      server.close();
      throw e;
    }
    return server;
  }

  private static Path home() {
    return Path.of(System.getProperty("wildfly.home"));
  }

  /**
   * Runs a script of the command line interface.
   *
   * @param base the folder with the configuration that it changes
   * @param work its working directory
   */
  static void cli(Path base, Path work, String script) throws IOException {
    Path log = work.resolve("cli.log");
    var builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djboss.home.dir=" + home(),
                "-Djboss.server.base.dir=" + base,
                "-jar",
                home().resolve("jboss-modules.jar").toString(),
                "-mp",
                home().resolve("modules").toString(),
                "org.jboss.as.cli",
                "--file=" + script)
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("JBOSS_HOME", home().toString());
    int exit = builder.start().onExit().join().exitValue();
    assertThat(exit).as(Files.readString(log)).isZero();
  }

  private static Path deployments(Path base) {
    return base.resolve("deployments");
  }

  /** Copies the prepared configuration, with a deployment scanner that scans immediately. */
  private static void configure(Path from, Path to) throws IOException {
    assertThat(from.resolve("mgmt-users.properties")).exists();
    Files.createDirectories(to);
    Path main = to.resolve(CONFIGURATION);
    while (!copied(from, to) || !Files.readString(main).strip().endsWith("</server>")) {
      Thread.onSpinWait();
    }
    String text = Files.readString(main);
    String faster = text.replace("scan-interval=\"5000\"", "scan-interval=\"300\"");
    assertThat(faster).isNotEqualTo(text);
    // Leaves out what the container tests of this build have deployed.
    Files.writeString(main, faster.replaceAll("(?s)<deployments>.*</deployments>", ""));
  }

  /**
   * Returns false if a file vanished: the server of the container tests, which may run
   * concurrently, has just replaced one.
   */
  private static boolean copied(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
      return Files.exists(to.resolve(CONFIGURATION));
    } catch (NoSuchFileException replaced) {
      return false;
    }
  }

  private static List<String> command(
      Path home, Path base, Path properties, int offset, List<String> jvm) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.addAll(jvm);
    for (String opened : List.of("lang", "lang.invoke", "lang.reflect", "io", "net", "util")) {
      command.add("--add-opens=java.base/java." + opened + "=ALL-UNNAMED");
    }
    command.addAll(
        List.of(
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/java.security=ALL-UNNAMED",
            "--add-opens=java.management/javax.management=ALL-UNNAMED",
            "--add-opens=java.naming/javax.naming=ALL-UNNAMED",
            "-jar",
            home.resolve("jboss-modules.jar").toString(),
            "-mp",
            home.resolve("modules") + ":" + base.resolve("modules"),
            "org.jboss.as.standalone",
            "-Djboss.home.dir=" + home,
            "-Djboss.server.base.dir=" + base,
            "-Djboss.socket.binding.port-offset=" + offset,
            "-c",
            CONFIGURATION,
            "-P",
            properties.toUri().toString()));
    return command;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public boolean isHttp(int other) {
    return other == port || other == port - HTTP + HTTPS;
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
    deleted.join();
  }

  @Override
  public void terminate() {
    process.destroy();
  }

  @Override
  public int awaitExit() throws InterruptedException {
    assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    deleted.join();
    return process.exitValue();
  }

  @Override
  public void undeploy() throws IOException, InterruptedException {
    Files.delete(marker("deployed"));
    awaitMarker("undeployed");
  }

  @Override
  public void deploy() throws IOException, InterruptedException {
    Files.deleteIfExists(marker("undeployed"));
    Files.createFile(marker("dodeploy"));
    awaitMarker("deployed");
  }

  private Path marker(String state) {
    return deployments.resolve("awaken.war." + state);
  }

  private void awaitMarker(String state) throws InterruptedException {
    Conditions.await(
        "the application to be " + state,
        () -> {
          assertThat(marker("failed")).as("see the server's log").doesNotExist();
          assertThat(process.isAlive()).as("the server is alive").isTrue();
          return Files.exists(marker(state));
        });
  }

  @Override
  public void close() {
    process.destroyForcibly();
    deleted.join();
  }
}

package io.awaken.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Prepares the configuration folder of WildFly with the scripts of {@code server-config/wildfly}.
 * That takes WildFly's own command line some seconds of processor time, so the result is stored and
 * later starts copy it, as long as neither scripts nor WildFly change.
 */
final class WildFlyConfiguration {
  /** The document that servers start with. */
  static final String MAIN = "standalone-full.xml";

  private static final List<String> SCRIPTS = List.of("awaken.cli", "serve.cli");
  private static final String CONFIGURATION = "configuration";
  private static final long PATIENCE_MINUTES = 5;

  private final Installation at;
  private final Path stored;

  private WildFlyConfiguration(Installation at) {
    this.at = at;
    this.stored = at.shared().resolve("wildfly-configurations");
  }

  /** Returns a folder with the prepared files, which must not be changed. */
  static Path prepare(Installation at) throws IOException, InterruptedException, LaunchFailed {
    return new WildFlyConfiguration(at).find();
  }

  private Path find() throws IOException, InterruptedException, LaunchFailed {
    Path original = original(at.server());
    if (!Files.isRegularFile(original.resolve(MAIN))) {
      throw new LaunchFailed(
          "WildFly is not at " + at.server() + ": -Dawaken.server=wildfly makes Maven download it");
    }
    var script = new StringBuilder();
    for (String name : SCRIPTS) {
      script.append(Files.readString(at.config().resolve(name))).append('\n');
    }
    Path ready = stored.resolve(key(Files.readString(original.resolve(MAIN)) + script));
    if (!Files.isDirectory(ready)) {
      write(original, script.toString(), ready);
    }
    return ready;
  }

  /** The original folder: tests and operators change the installation's own. */
  private static Path original(Path home) {
    return home.resolveSibling("wildfly-original")
        .resolve(home.getFileName())
        .resolve("standalone")
        .resolve(CONFIGURATION);
  }

  private static String key(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Another launcher may run concurrently; the first one to finish wins. */
  private void write(Path original, String script, Path ready)
      throws IOException, InterruptedException, LaunchFailed {
    Files.createDirectories(stored);
    Path base = Files.createTempDirectory(stored, "unfinished-");
    try {
      Path files = Files.createDirectory(base.resolve(CONFIGURATION));
      Folders.copyFiles(original, files);
      run(Files.writeString(base.resolve("script.cli"), script), base);
      Files.move(files, ready, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
      // The other launcher's files are identical.
    } finally {
      Folders.delete(base);
    }
  }

  private void run(Path script, Path base) throws IOException, InterruptedException, LaunchFailed {
    Path log = base.resolve("cli.log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-Djboss.home.dir=" + at.server());
    command.add("-Djboss.server.base.dir=" + base);
    command.addAll(WildFly.modules(at.server()));
    command.addAll(List.of("org.jboss.as.cli", "--file=" + script));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(base.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("JBOSS_HOME", at.server().toString());
    Process process = builder.start();
    var end = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(end);
    try {
      if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new LaunchFailed("WildFly was not configured: " + reason(log));
      }
    } finally {
      process.destroyForcibly();
      Runtime.getRuntime().removeShutdownHook(end);
    }
  }

  private static String reason(Path log) throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> line.contains("failure-description") || line.contains("ERROR"))
        .findFirst()
        .map(String::strip)
        .orElse("its command line failed");
  }
}

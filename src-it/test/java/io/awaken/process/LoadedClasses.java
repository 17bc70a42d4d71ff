package io.awaken.process;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Counts the applications loaded in another JVM with the JDK's class histogram, after a garbage
 * collection.
 */
final class LoadedClasses {

  /** An enumeration, which has instances as long as its class is loaded. */
  private static final String OURS = "io.awaken.server.settings.Setting";

  private LoadedClasses() {}

  /** Counts the deployments whose classes are in memory, including undeployed ones. */
  static long applications(long pid) throws IOException, InterruptedException {
    histogram(pid);
    // The first collection only enqueues cleanup; the second frees the memory.
    return histogram(pid).lines().filter(line -> line.matches(".*\\s" + OURS + "(\\s.*)?")).count();
  }

  private static String histogram(long pid) throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process process =
        new ProcessBuilder(jcmd, String.valueOf(pid), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String answer = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      throw new AssertionError("no histogram: " + answer);
    }
    return answer;
  }
}

package io.awaken.process;

import java.io.IOException;
import java.nio.file.Path;

/** What another JVM keeps of applications, as the JDK's own tool counts it after a collection. */
final class LoadedClasses {

  /** An enumeration, which has objects as long as it is loaded. */
  private static final String OURS = "io.awaken.server.config.Setting";

  private LoadedClasses() {}

  /** Deployments of the application whose classes are in memory, those that ended too. */
  static long applications(long pid) throws IOException, InterruptedException {
    histogram(pid);
    // The first collection leaves what was to be cleaned up behind it.
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

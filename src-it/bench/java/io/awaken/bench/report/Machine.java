package io.awaken.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Describes the machine on which the figures were measured. */
public final class Machine {

  private Machine() {}

  /** Adds processor, kernel, JDK and current load to the report. */
  public static void describe(Report report) throws IOException {
    String model =
        Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElse("unknown");
    report.environment(
        "Processor", model + ", " + Runtime.getRuntime().availableProcessors() + " cores");
    report.environment("Kernel", System.getProperty("os.version"));
    report.environment(
        "JDK", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    report.environment("Load before", load());
  }

  /** Mean number of runnable threads over 1, 5 and 15 minutes. */
  public static String load() throws IOException {
    String[] parts = Files.readString(Path.of("/proc/loadavg")).split(" ");
    return parts[0] + " " + parts[1] + " " + parts[2];
  }
}

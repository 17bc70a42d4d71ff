package io.awaken.bench;

import io.awaken.bench.bed.TestBed;
import io.awaken.bench.load.Protocol;
import io.awaken.bench.report.Cpu;
import io.awaken.bench.report.Machine;
import io.awaken.bench.report.Report;
import io.awaken.server.launch.Installation;
import io.awaken.server.launch.LaunchFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * Runs the benchmark.
 *
 * <p>Arguments: the build directory, the archive, the folder with the server's configuration.
 * Properties: {@code bench.quick} ({@code true} for a short run), {@code bench.only} (some of
 * {@code runs,streams,idle,waiting,protocols}), {@code bench.protocols} (those that the latter
 * compares), {@code bench.streams} (numbers of streams to try), {@code bench.jvm} (more options for
 * the server's JVM, separated by blanks).
 */
public final class Benchmark {

  private Benchmark() {}

  /**
   * Starts here.
   *
   * @param arguments see above
   * @throws IOException when something cannot be started or measured
   * @throws InterruptedException never in practice
   * @throws SQLException when the database does not answer
   */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, SQLException {
    ProcessHandle.current()
        .parent()
        .ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(1)));
    Path build = Path.of(arguments[0]).toAbsolutePath();
    var at =
        new Installation(
            build.resolve("payara-micro.jar"),
            Path.of(arguments[1]),
            Path.of(arguments[2]),
            Files.createDirectories(build.resolve("bench")));
    Plan plan = Boolean.getBoolean("bench.quick") ? Plan.quick() : Plan.full();
    var report = new Report(System.out);
    Machine.describe(report);
    List<String> jvm = words(System.getProperty("bench.jvm", ""), " ");
    try (TestBed bed = TestBed.start(at, List.of(Bench.TWO_STEP, plan.stream(), Bench.IDLE), jvm)) {
      bed.databaseSettings()
          .forEach((name, value) -> report.environment("PostgreSQL " + name, value));
      report.environment("Options of the server's JVM", String.join(" ", jvm));
      measure(new Bench(bed, plan, report, new Cpu(bed.processes(), bed.serverPid())));
      report.environment("Load after", Machine.load());
      report.finish(at.work().resolve("figures.md"));
    } catch (LaunchFailed e) {
      System.err.println("The server did not start: " + e.getMessage());
      System.exit(1);
    }
    System.exit(0);
  }

  private static void measure(Bench bench) throws IOException, InterruptedException, SQLException {
    Set<String> parts =
        Set.copyOf(words(System.getProperty("bench.only", "runs,streams,idle,waiting"), ","));
    var runs = new RunFigures(bench);
    runs.warmUp();
    if (parts.contains("runs")) {
      runs.measure();
    }
    var streams = new StreamFigures(bench, Protocol.NATIVE);
    streams.warmUp();
    if (parts.contains("streams")) {
      streams.measure();
    }
    if (parts.contains("idle")) {
      new IdleFigures(bench).measure();
    }
    if (parts.contains("protocols")) {
      new ProtocolFigures(bench, protocols()).measure();
    }
    if (parts.contains("waiting")) {
      new WaitingFigures(bench).measure();
    }
  }

  private static List<Protocol> protocols() {
    return Protocol.named(System.getProperty("bench.protocols", "native,ai-sdk,ag-ui"));
  }

  private static List<String> words(String text, String separator) {
    return text.isBlank() ? List.of() : List.of(text.strip().split(separator));
  }
}

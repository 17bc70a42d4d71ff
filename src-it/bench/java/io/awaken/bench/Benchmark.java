package io.awaken.bench;

import io.awaken.bench.bed.TestBed;
import io.awaken.bench.load.Protocol;
import io.awaken.bench.report.Cpu;
import io.awaken.bench.report.Machine;
import io.awaken.bench.report.Report;
import io.awaken.launch.BuiltServers;
import io.awaken.launch.Installation;
import io.awaken.launch.LaunchFailed;
import io.awaken.launch.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Runs the benchmark.
 *
 * <p>Arguments: the build directory, the archive, the folder with the servers' configuration, the
 * folder of WildFly. Properties: {@code bench.server} ({@code payara}, {@code wildfly} or {@code
 * both}), {@code bench.quick} ({@code true} for a short run), {@code bench.only} (some of {@code
 * runs,latency,streams,idle,waiting,protocols,delegates,start}), {@code bench.protocols} (the
 * protocols to compare), {@code bench.clients} and {@code bench.streams} (numbers of clients and
 * streams to try), {@code bench.baseline} (the checkout of a {@link Baseline}), {@code
 * bench.archive} (an archive of one's own, measured beside the stock one on the same servers),
 * {@code bench.jvm} (additional options of the servers' JVMs, separated by spaces).
 */
public final class Benchmark {

  private Benchmark() {}

  /**
   * Starts the servers, measures them in turns and writes the report.
   *
   * @param arguments see above
   * @throws IOException if something cannot be started or measured
   * @throws InterruptedException never in practice
   * @throws SQLException if the database fails
   */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, SQLException {
    ProcessHandle.current()
        .parent()
        .ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(1)));
    Path build = Path.of(arguments[0]).toAbsolutePath();
    Path archive = Path.of(arguments[1]);
    var built = new BuiltServers(build, Path.of(arguments[3]), Path.of(arguments[2]));
    Path work = Files.createDirectories(build.resolve("bench"));
    Plan plan = Boolean.getBoolean("bench.quick") ? Plan.quick() : Plan.full();
    var report = new Report(System.out);
    Machine.describe(report);
    List<String> jvm = words(System.getProperty("bench.jvm", ""), " ");
    report.environment("Options of the server's JVM", String.join(" ", jvm));
    Optional<Baseline> baseline = Baseline.in(System.getProperty("bench.baseline", ""), archive);
    String own = System.getProperty("bench.archive", "");
    List<Bench> benches = new ArrayList<>();
    var pairs = new Pairs();
    try {
      for (ServerKind server : servers()) {
        var at = built.installation(server, archive, folder(work, server.value()));
        benches.add(start(at, plan, report.of(server.label()), jvm));
      }
      int stock = benches.size();
      if (!own.isBlank()) {
        Path other = Path.of(own).toAbsolutePath();
        for (ServerKind server : servers()) {
          var at = built.installation(server, other, folder(work, server.value() + "-own"));
          Report lines = report.of(server.label() + ", " + other.getFileName());
          pairs.add(benches.size(), benches.size() - stock, server.label());
          benches.add(start(at, plan, lines, jvm));
        }
      }
      if (baseline.isPresent()) {
        String label = baseline.get().label();
        for (int each = 0; each < stock; each++) {
          pairs.add(each, benches.size(), label);
        }
        var at = baseline.get().installation(folder(work, "baseline"));
        benches.add(start(at, plan, report.of(label), jvm));
      }
      benches
          .getFirst()
          .bed()
          .databaseSettings()
          .forEach((name, value) -> report.environment("PostgreSQL " + name, value));
      measure(benches, pairs);
      report.environment("Load after", Machine.load());
      report.finish(work.resolve("figures.md"));
    } catch (LaunchFailed e) {
      System.err.println("The server did not start: " + e.getMessage());
      System.exit(1);
    } finally {
      benches.forEach(bench -> bench.bed().close());
    }
    System.exit(0);
  }

  private static Path folder(Path work, String name) throws IOException {
    return Files.createDirectories(work.resolve(name));
  }

  private static Bench start(Installation at, Plan plan, Report report, List<String> jvm)
      throws IOException, InterruptedException, LaunchFailed {
    var models = new ArrayList<>(List.of(Bench.TWO_STEP, plan.stream(), Bench.IDLE));
    if (parts().contains("delegates")) {
      models.addAll(List.of(Bench.DELEGATING, Bench.OFFERED));
    }
    TestBed bed = TestBed.start(at, models, jvm);
    return new Bench(bed, plan, report, new Cpu(bed.processes(), bed.serverPid()));
  }

  /**
   * Measures each part on all servers before the next part, so that changes on the machine affect
   * all servers alike.
   */
  private static void measure(List<Bench> benches, Pairs pairs)
      throws IOException, InterruptedException, SQLException {
    Set<String> parts = parts();
    List<RunFigures> runs = benches.stream().map(RunFigures::new).toList();
    for (RunFigures each : runs) {
      each.warmUp();
    }
    if (parts.contains("runs")) {
      RunFigures.measure(runs);
      pairs.compare(runs, RunFigures::compare);
    }
    List<StreamFigures> streams =
        benches.stream().map(bench -> new StreamFigures(bench, Protocol.NATIVE)).toList();
    for (StreamFigures each : streams) {
      each.warmUp();
      if (parts.contains("streams")) {
        each.measure();
      }
    }
    pairs.compare(streams, StreamFigures::compare);
    for (Bench bench : benches) {
      if (parts.contains("latency")) {
        new LatencyFigures(bench).measure();
      }
    }
    for (Bench bench : benches) {
      if (parts.contains("idle")) {
        new IdleFigures(bench).measure();
      }
    }
    for (Bench bench : benches) {
      if (parts.contains("protocols")) {
        new ProtocolFigures(bench, protocols()).measure();
      }
    }
    for (Bench bench : benches) {
      if (parts.contains("delegates")) {
        new DelegateFigures(bench).measure();
      }
    }
    for (Bench bench : benches) {
      if (parts.contains("waiting")) {
        new WaitingFigures(bench).measure();
      }
    }
    if (parts.contains("start")) {
      List<StartFigures> starts = benches.stream().map(StartFigures::new).toList();
      StartFigures.measure(starts);
      pairs.compare(starts, StartFigures::compare);
    }
  }

  private static Set<String> parts() {
    return Set.copyOf(words(System.getProperty("bench.only", "runs,streams,idle,waiting"), ","));
  }

  private static List<ServerKind> servers() {
    String wanted = System.getProperty("bench.server", "both");
    return wanted.equals("both") ? List.of(ServerKind.values()) : List.of(ServerKind.of(wanted));
  }

  private static List<Protocol> protocols() {
    return Protocol.named(System.getProperty("bench.protocols", "native,ai-sdk,ag-ui"));
  }

  private static List<String> words(String text, String separator) {
    return text.isBlank() ? List.of() : List.of(text.strip().split(separator));
  }
}

package io.awaken.bench.core;

import io.awaken.bench.core.RunComparison.Times;
import io.awaken.bench.report.Machine;
import io.awaken.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Measures the core and prints a table.
 *
 * <p>Argument: the build directory. Property {@code bench.quick}: {@code true} for a short run.
 */
public final class CoreBenchmark {

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private final Report report = new Report(System.out);
  private final boolean quick = Boolean.getBoolean("bench.quick");

  private CoreBenchmark() {}

  /**
   * Runs all benchmarks and writes the table.
   *
   * @param arguments see above
   * @throws IOException if the table cannot be written
   * @throws RunnerException if a benchmark fails
   */
  public static void main(String[] arguments) throws IOException, RunnerException {
    Path work = Files.createDirectories(Path.of(arguments[0]).toAbsolutePath().resolve("bench"));
    new CoreBenchmark().measure(work.resolve("core-figures.md"));
  }

  private void measure(Path file) throws IOException, RunnerException {
    Machine.describe(report);
    phases();
    encoding();
    wires();
    runs();
    parallel();
    report.environment("Load after", Machine.load());
    report.finish(file);
  }

  private void phases() throws RunnerException {
    var options =
        options(PhaseBenchmark.class)
            .warmupIterations(quick ? 2 : 5)
            .measurementIterations(quick ? 3 : 10)
            .warmupTime(TimeValue.seconds(1))
            .measurementTime(TimeValue.seconds(1));
    for (RunResult result : new Runner(options.build()).run()) {
      boolean empty = result.getPrimaryResult().getLabel().equals("withoutHooks");
      report.row(
          empty ? "phase without hooks" : "ten hooks on 1,000 keys, one commit",
          score(result.getPrimaryResult()) + ", " + bytes(result),
          empty ? "100 ns, 0 B" : "20 us",
          spread(result.getPrimaryResult()));
    }
  }

  private void encoding() {
    for (EncodingCosts.Cost cost : EncodingCosts.measure(quick ? 60 : 200, quick ? 40 : 100)) {
      report.row(
          "token of an answer written for " + cost.name(),
          String.format(Locale.ROOT, "%.2f us, %d B", cost.best(), cost.allocated()),
          cost.name().equals(EncodingCosts.NATIVE) ? "" : "3 us",
          String.format(
              Locale.ROOT,
              "processor time; median %.2f us; %d B on the wire",
              cost.median(),
              cost.written()));
    }
  }

  private void wires() {
    for (WireCosts.Cost cost : WireCosts.measure(quick ? 30 : 100, quick ? 20 : 60)) {
      report.row(
          "token of a provider over " + cost.wire() + ", wire and loop",
          String.format(Locale.ROOT, "%.1f us", cost.best()),
          "20 us",
          String.format(
              Locale.ROOT,
              "processor time; median %.1f us; a bare socket takes %.1f us",
              cost.median(),
              cost.source()));
      report.row(
          "first token over " + cost.wire() + ", wire and loop",
          String.format(Locale.ROOT, "%.2f ms", cost.first()),
          "3 ms",
          String.format(Locale.ROOT, "median %.2f ms", cost.medianFirst()));
    }
  }

  private void runs() {
    runs(100, 2.0);
    runs(1_000, 0.5);
  }

  /**
   * @param most the target: our processor time divided by that of LangChain4j
   */
  private void runs(int history, double most) {
    List<Times> times = RunComparison.measure(history, quick ? 150 : 300, quick ? 21 : 60);
    Times ours = times.getFirst();
    report.row(
        "run in memory beside " + history + " messages, processor time of all threads",
        micros(ours.best()),
        "150 us",
        "median " + micros(ours.median()));
    for (Times theirs : times.subList(1, times.size())) {
      double ratio = ours.best() / theirs.best();
      report.row(
          "the same by " + theirs.name(),
          micros(theirs.best()),
          "",
          "median " + micros(theirs.median()));
      report.row(
          "ratio to " + theirs.name(),
          "%.2f".formatted(ratio),
          String.valueOf(most),
          "%s; of medians %.2f"
              .formatted(ratio <= most ? "met" : "missed", ours.median() / theirs.median()));
    }
  }

  private void parallel() {
    double[] times = ParallelTools.measure(quick ? 20 : 100);
    report.row(
        "run with ten parallel calls of 100 ms",
        String.format(Locale.ROOT, "%.0f ms", times[times.length / 2]),
        "130 ms",
        String.format(Locale.ROOT, "median; longest %.0f ms", times[times.length - 1]));
  }

  private static String micros(double time) {
    return String.format(Locale.ROOT, "%.1f us", time);
  }

  private static ChainedOptionsBuilder options(Class<?> of) {
    return new OptionsBuilder()
        .include(of.getName())
        .forks(1)
        .addProfiler(GCProfiler.class)
        .jvmArgs("-XX:+UseSerialGC");
  }

  private static String score(Result<?> result) {
    return String.format(
        Locale.ROOT, "%.1f %s", result.getScore(), result.getScoreUnit().replace("/op", ""));
  }

  private static String spread(Result<?> result) {
    return String.format(
        Locale.ROOT,
        "min %.1f, median %.1f",
        result.getStatistics().getMin(),
        result.getStatistics().getPercentile(50));
  }

  private static String bytes(RunResult result) {
    return Math.round(result.getSecondaryResults().get(ALLOCATED).getScore()) + " B";
  }
}

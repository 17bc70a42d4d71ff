package io.awaken.bench.core;

import io.awaken.bench.report.Machine;
import io.awaken.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
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
 * Measures the core and prints a table of medians.
 *
 * <p>Argument: the build directory. Property {@code bench.quick}: {@code true} for a short run.
 */
public final class CoreBenchmark {

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private final Report report = new Report(System.out);
  private final boolean quick = Boolean.getBoolean("bench.quick");

  private CoreBenchmark() {}

  /**
   * Starts here.
   *
   * @param arguments see above
   * @throws IOException when the table cannot be written
   * @throws RunnerException when a benchmark does not run
   */
  public static void main(String[] arguments) throws IOException, RunnerException {
    Path work = Files.createDirectories(Path.of(arguments[0]).toAbsolutePath().resolve("bench"));
    new CoreBenchmark().measure(work.resolve("core-figures.md"));
  }

  private void measure(Path file) throws IOException, RunnerException {
    Machine.describe(report);
    phases();
    runs();
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

  private void runs() throws RunnerException {
    var options =
        options(RunBenchmark.class)
            .jvmArgsAppend("-Xms1g", "-Xmx1g")
            .warmupIterations(quick ? 60 : 200)
            .measurementIterations(quick ? 20 : 50);
    Collection<RunResult> results = new Runner(options.build()).run();
    for (RunResult ours : results) {
      if (ours.getPrimaryResult().getLabel().equals("awaken")) {
        String history = ours.getParams().getParam("history");
        Result<?> theirs = other(results, history);
        report.row(
            "run in memory beside " + history + " messages",
            score(ours.getPrimaryResult()),
            "150 us",
            spread(ours.getPrimaryResult()));
        report.row("the same by LangChain4j", score(theirs), "", spread(theirs));
        report.row(
            "ratio",
            String.format(Locale.ROOT, "%.2f", median(ours.getPrimaryResult()) / median(theirs)),
            "0.5",
            "");
      }
    }
  }

  private static Result<?> other(Collection<RunResult> results, String history) {
    return results.stream()
        .filter(result -> result.getPrimaryResult().getLabel().equals("langChain4j"))
        .filter(result -> result.getParams().getParam("history").equals(history))
        .findFirst()
        .orElseThrow()
        .getPrimaryResult();
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
        Locale.ROOT, "%.1f %s", median(result), result.getScoreUnit().replace("/op", ""));
  }

  private static String spread(Result<?> result) {
    return String.format(
        Locale.ROOT,
        "min %.1f, mean %.1f",
        result.getStatistics().getMin(),
        result.getStatistics().getMean());
  }

  private static double median(Result<?> result) {
    return result.getStatistics().getPercentile(50);
  }

  private static String bytes(RunResult result) {
    return Math.round(result.getSecondaryResults().get(ALLOCATED).getScore()) + " B";
  }
}

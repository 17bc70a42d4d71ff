package io.awaken.bench;

import io.awaken.bench.load.Protocol;
import io.awaken.bench.load.Reading;
import io.awaken.bench.load.RunLoad;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Measures durable two-step runs: throughput, duration and time to the first event. */
final class RunFigures {

  static final double OPEN_HIGH = 0.7;
  private static final double OPEN_LOW = 0.1;

  private final Bench bench;
  private final RunLoad load;
  private Most most;

  RunFigures(Bench bench) {
    this.bench = bench;
    this.load = new RunLoad(bench.bed().address(), Protocol.NATIVE.request(Bench.TWO_STEP));
  }

  void warmUp() throws IOException {
    int clients = Math.max(1, bench.plan().clients().getLast() / 2);
    bench.report().progress("warm-up, " + bench.plan().warmUp().toSeconds() + " s");
    Reading reading = load.closed(clients, bench.plan().warmUp());
    bench.report().progress("warm-up: " + rate(reading) + failures(reading));
    if (reading.succeeded() == 0) {
      throw new IllegalStateException("no run ended well: " + reading.failures());
    }
  }

  /** Measures each step on all servers before the next step, in alternating order. */
  static void measure(List<RunFigures> all) throws IOException, SQLException {
    var turns = new ArrayList<>(all);
    inTurn(turns, RunFigures::one);
    for (int clients : all.getFirst().bench.plan().clients()) {
      inTurn(turns, figures -> figures.many(clients));
    }
    all.forEach(RunFigures::most);
    inTurn(turns, RunFigures::open);
    for (RunFigures figures : all) {
      figures.durable();
    }
  }

  private interface Step {
    void of(RunFigures figures) throws IOException;
  }

  private static void inTurn(List<RunFigures> turns, Step step) throws IOException {
    for (RunFigures figures : turns) {
      step.of(figures);
    }
    Collections.reverse(turns);
  }

  private void one() throws IOException {
    bench.cpu().begin();
    Reading single = load.closed(1, bench.plan().single());
    latency("1 client, submit to terminal", single.terminal(), "", single, cpu());
  }

  private void many(int clients) throws IOException {
    bench.cpu().begin();
    Reading reading = load.closed(clients, bench.plan().level());
    bench
        .report()
        .progress(clients + " clients: " + rate(reading) + failures(reading) + ", " + cpu());
    bench.report().progress("threads of the server: " + bench.cpu().threadsUsed());
    if (most == null || reading.perSecond() > most.reading().perSecond()) {
      double database = bench.cpu().millis("postgres") / reading.sent();
      most = new Most(clients, reading, cpu(), bench.cpu().perUnit(reading.sent()), database);
    }
  }

  /**
   * The highest throughput.
   *
   * @param cores text of the cores used
   * @param each text of the processor time per run
   * @param database milliseconds of the database's processor time per run
   */
  private record Most(int clients, Reading reading, String cores, String each, double database) {}

  private void most() {
    Reading best = most.reading();
    bench
        .report()
        .row(
            "Durable two-step runs",
            rate(best),
            "300/s",
            most.clients() + " clients; " + most.cores() + "; " + most.each());
    String name = most.clients() + " clients, submit to terminal";
    latency(name, best.terminal(), "", best, most.cores());
  }

  private void open() throws IOException {
    openLoop(most.reading().perSecond(), OPEN_HIGH, "");
    openLoop(most.reading().perSecond(), OPEN_LOW, "p50 < 5 ms");
  }

  /** Compares throughput and processor time with an earlier version measured in the same run. */
  void compare(RunFigures earlier, String version) {
    bench
        .report()
        .row(
            "Durable two-step runs, beside " + version,
            times(most.reading().perSecond(), earlier.most.reading().perSecond()),
            "1.5 times",
            rate(most.reading()) + " and " + rate(earlier.most.reading()));
    bench
        .report()
        .row(
            "PostgreSQL's processor time for each run, beside " + version,
            times(most.database(), earlier.most.database()),
            "0.5 times",
            "%.2f ms and %.2f ms".formatted(most.database(), earlier.most.database()));
  }

  static String times(double ours, double theirs) {
    return String.format(Locale.ROOT, "%.2f times", ours / theirs);
  }

  private void openLoop(double most, double part, String target) throws IOException {
    String name = "%.0f %% load (%.0f/s), ".formatted(part * 100, most * part);
    Duration time = bench.plan().open();
    bench.cpu().begin();
    Reading reading = load.open(most * part, time);
    latency(name + "submit to terminal", reading.terminal(), "", reading, cpu());
    latency(name + "POST to first event", reading.firstEvent(), target, reading, cpu());
  }

  /** Checks that acknowledged runs are in the database and have ended. */
  private void durable() throws SQLException {
    long unfinished = bench.bed().unfinishedRuns();
    bench
        .report()
        .row(
            "Runs in the database that did not end",
            unfinished + "",
            "0",
            bench.bed().runs() + " runs");
  }

  private void latency(
      String figure, Histogram times, String target, Reading reading, String cores) {
    bench
        .report()
        .row(
            figure,
            "p50 %s, p99 %s".formatted(millis(times, 50), millis(times, 99)),
            target,
            reading.sent()
                + " runs, "
                + reading.lost()
                + " lost"
                + failures(reading)
                + "; "
                + cores);
  }

  private String cpu() {
    return "cores: " + bench.cpu().used();
  }

  static String failures(Reading reading) {
    return reading.failures().isEmpty() ? "" : " " + reading.failures();
  }

  static String rate(Reading reading) {
    return String.format(Locale.ROOT, "%.0f/s", reading.perSecond());
  }

  static String millis(Histogram times, double percentile) {
    return String.format(Locale.ROOT, "%.1f ms", times.getValueAtPercentile(percentile) / 1000.0);
  }
}

package io.awaken.bench;

import io.awaken.bench.load.Protocol;
import io.awaken.bench.load.Reading;
import io.awaken.bench.load.RunLoad;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Durable two-step runs: how many a second, how long each, how soon the first event. */
final class RunFigures {

  private static final double OPEN_HIGH = 0.7;
  private static final double OPEN_LOW = 0.1;

  private final Bench bench;
  private final RunLoad load;

  RunFigures(Bench bench) {
    this.bench = bench;
    this.load = new RunLoad(bench.bed().address(), Protocol.NATIVE.request(Bench.TWO_STEP));
  }

  void warmUp() throws IOException {
    int clients = bench.plan().clients().getLast() / 2;
    bench.report().progress("warm-up, " + bench.plan().warmUp().toSeconds() + " s");
    Reading reading = load.closed(clients, bench.plan().warmUp());
    bench.report().progress("warm-up: " + rate(reading) + failures(reading));
    if (reading.succeeded() == 0) {
      throw new IllegalStateException("no run ended well: " + reading.failures());
    }
  }

  void measure() throws IOException, SQLException {
    bench.cpu().begin();
    Reading single = load.closed(1, bench.plan().single());
    latency("1 client, submit to terminal", single.terminal(), "", single);
    Reading best = saturate();
    openLoop(best.perSecond(), OPEN_HIGH, "");
    openLoop(best.perSecond(), OPEN_LOW, "p50 < 5 ms");
    durable();
  }

  private Reading saturate() throws IOException {
    Reading best = null;
    int clients = 0;
    for (int count : bench.plan().clients()) {
      bench.cpu().begin();
      Reading reading = load.closed(count, bench.plan().level());
      bench
          .report()
          .progress(count + " clients: " + rate(reading) + failures(reading) + ", " + cpu());
      bench.report().progress("threads of the server: " + bench.cpu().threadsUsed());
      if (best == null || reading.perSecond() > best.perSecond()) {
        best = reading;
        clients = count;
        saturatedCpu = cpu() + "; " + bench.cpu().perUnit(reading.sent());
      }
    }
    bench
        .report()
        .row("Durable two-step runs", rate(best), "300/s", clients + " clients; " + saturatedCpu);
    latency(clients + " clients, submit to terminal", best.terminal(), "", best);
    return best;
  }

  private String saturatedCpu = "";

  private void openLoop(double most, double part, String target) throws IOException {
    String name = "%.0f %% load (%.0f/s), ".formatted(part * 100, most * part);
    Duration time = bench.plan().open();
    bench.cpu().begin();
    Reading reading = load.open(most * part, time);
    latency(name + "submit to terminal", reading.terminal(), "", reading);
    latency(name + "POST to first event", reading.firstEvent(), target, reading);
  }

  /** What was acknowledged is in the database, and ended. */
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

  private void latency(String figure, Histogram times, String target, Reading reading) {
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
                + cpu());
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

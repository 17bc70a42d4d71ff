package io.awaken.bench;

import io.awaken.bench.load.Protocol;
import io.awaken.bench.load.Reading;
import io.awaken.bench.load.RunLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Measures two-step runs that arrive at random, at parts of the rate that the same server reached
 * immediately before with clients that wait. The open requests are counted every second, so that
 * the beginning of a queue shows.
 */
final class LatencyFigures {

  private static final int ROUNDS = 3;
  private static final int CLIENTS = 32;
  private static final List<Double> PARTS = List.of(0.5, 0.6, 0.7, 0.8);
  private static final Duration REST = Duration.ofSeconds(2);

  private final Bench bench;
  private final RunLoad load;

  LatencyFigures(Bench bench) {
    this.bench = bench;
    this.load = new RunLoad(bench.bed().address(), Protocol.NATIVE.request(Bench.TWO_STEP));
  }

  void measure() throws IOException, InterruptedException {
    for (int round = 1; round <= ROUNDS; round++) {
      bench.cpu().begin();
      Reading best = load.closed(CLIENTS, bench.plan().level());
      bench.report().progress(CLIENTS + " clients: " + RunFigures.rate(best) + ", " + cpu(best));
      for (double part : PARTS) {
        Thread.sleep(REST);
        open(round, part, best.perSecond() * part);
      }
    }
  }

  private void open(int round, double part, double rate) throws IOException {
    bench.cpu().begin();
    Reading reading = load.open(rate, bench.plan().open());
    bench
        .report()
        .row(
            "%.0f %% load (%.0f/s), submit to terminal, round %d"
                .formatted(part * 100, rate, round),
            "p50 %s, p99 %s"
                .formatted(
                    RunFigures.millis(reading.terminal(), 50),
                    RunFigures.millis(reading.terminal(), 99)),
            part == RunFigures.OPEN_HIGH ? "p99 60 ms" : "",
            reading.lost() + " lost; " + cpu(reading) + "; open " + reading.open());
  }

  private String cpu(Reading reading) {
    return "cores: " + bench.cpu().used() + "; " + bench.cpu().perUnit(reading.sent());
  }
}

package io.awaken.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Measures how long a server takes from the start of its process until it is healthy. */
final class StartFigures {

  private static final int TIMES = 7;

  private final Bench bench;
  private final long[] millis = new long[TIMES];

  StartFigures(Bench bench) {
    this.bench = bench;
  }

  /** Restarts all servers in turn, on the database that they have filled. */
  static void measure(List<StartFigures> all) throws IOException {
    for (int time = 0; time < TIMES; time++) {
      for (StartFigures figures : time % 2 == 0 ? all : all.reversed()) {
        figures.restart(time);
      }
    }
    all.forEach(StartFigures::report);
  }

  private void restart(int time) throws IOException {
    try {
      millis[time] = bench.bed().restart().toMillis();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the server could not be started again", e);
    }
  }

  private void report() {
    Arrays.sort(millis);
    bench
        .report()
        .row(
            "Start until healthy, median of " + TIMES,
            median() + " ms",
            "",
            "%d to %d ms".formatted(millis[0], millis[TIMES - 1]));
  }

  /** Compares the start with that of another server measured in the same run. */
  void compare(StartFigures other, String name) {
    bench
        .report()
        .row(
            "Start until healthy, beside " + name,
            String.format(Locale.ROOT, "%.2f times", (double) median() / other.median()),
            "1.02 times",
            median() + " and " + other.median() + " ms");
  }

  private long median() {
    return millis[TIMES / 2];
  }
}

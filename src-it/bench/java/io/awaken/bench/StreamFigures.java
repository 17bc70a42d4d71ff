package io.awaken.bench;

import io.awaken.bench.load.Protocol;
import io.awaken.bench.load.Reading;
import io.awaken.bench.load.StreamLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measures how many streams of 50 tokens a second stay smooth with one protocol. */
final class StreamFigures {

  private static final Duration OPENING = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration REST = Duration.ofSeconds(2);
  private static final long MAX_JITTER = 50_000;
  private static final long MAX_FIRST_EVENT = 1_000_000;
  private static final int WARM_UP = 50;

  /** Name of the row for the cost at the largest number of streams. */
  static final String COST = "Processor time of the server for each token";

  static final String COST_TARGET = "25 µs";

  private final Bench bench;
  private final Protocol protocol;
  private String heldText = "";
  private String heldCost = "not measured, no streams held";
  private String tooManyText = "";

  StreamFigures(Bench bench, Protocol protocol) {
    this.bench = bench;
    this.protocol = protocol;
  }

  void warmUp() throws IOException {
    bench.report().progress("warm-up of streams, " + protocol.label() + ": " + text(wave(WARM_UP)));
  }

  /** Reports the figure of the native API, with the numbers of streams of the plan. */
  void measure() throws IOException, InterruptedException {
    int most = largest(new LargestHeld(bench.plan().streams(), 1, 1));
    bench.report().row("Streams of 50 tokens/s", most + "", "1000", notes());
    bench.report().row(COST, cost(), COST_TARGET, "");
  }

  /** The server's processor time per token at the largest number of smooth streams. */
  String cost() {
    return heldCost;
  }

  /** Returns the largest number of streams that stay smooth. */
  int largest(LargestHeld search) throws IOException, InterruptedException {
    return search.find(this::holds);
  }

  /** Describes the largest smooth trial and the last one that was not smooth. */
  String notes() {
    return Stream.of(heldText, tooManyText)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private boolean holds(int streams) throws IOException, InterruptedException {
    Thread.sleep(REST);
    bench.cpu().begin();
    Reading reading = wave(streams);
    String cost = cost(streams);
    String text =
        text(reading) + "; cores: " + bench.cpu().used() + "; server " + cost + " a token";
    bench.report().progress(streams + " streams, " + protocol.label() + ": " + text);
    bench.report().progress("threads of the server: " + bench.cpu().threadsUsed());
    boolean holds = passes(reading);
    if (holds) {
      heldText = "at " + streams + ": " + text;
      heldCost = cost + " at " + streams;
    } else {
      tooManyText = "at " + streams + ": " + text;
    }
    return holds;
  }

  /** Includes the cost of the runs themselves, from the request to the end. */
  private String cost(int streams) {
    double micros = bench.cpu().millis("server") * 1000;
    return String.format(Locale.ROOT, "%.1f µs", micros / streams / bench.plan().tokens());
  }

  private Reading wave(int streams) throws IOException {
    try (var load =
        new StreamLoad(
            bench.bed().address(),
            protocol,
            bench.plan().stream(),
            streams,
            bench.plan().tokens(),
            OPENING)) {
      return load.awaitOver(PATIENCE);
    }
  }

  private static boolean passes(Reading reading) {
    return reading.lost() == 0
        && reading.lostTokens() == 0
        && reading.jitter().getValueAtPercentile(99) < MAX_JITTER
        && reading.firstEvent().getValueAtPercentile(99) < MAX_FIRST_EVENT;
  }

  private static String text(Reading reading) {
    return String.format(
        Locale.ROOT,
        "jitter p99 %s (at the endpoint %s), token in transit p50 %s p99 %s, first event p50 %s p99"
            + " %s, %d lost streams%s, %d lost tokens",
        RunFigures.millis(reading.jitter(), 99),
        RunFigures.millis(reading.sourceJitter(), 99),
        RunFigures.millis(reading.transit(), 50),
        RunFigures.millis(reading.transit(), 99),
        RunFigures.millis(reading.firstEvent(), 50),
        RunFigures.millis(reading.firstEvent(), 99),
        reading.lost(),
        RunFigures.failures(reading),
        reading.lostTokens());
  }
}

package io.awaken.bench;

import io.awaken.bench.load.Protocol;
import io.awaken.bench.load.Reading;
import io.awaken.bench.load.StreamLoad;
import io.awaken.fixture.ProcessAllocation;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.TreeMap;
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

  /** Few enough that generator, proxy, server and endpoint share two cores. */
  private static final int COPIED = 250;

  /** Name of the row for the cost at the largest number of streams. */
  static final String COST = "Processor time of the server for each token";

  static final String COST_TARGET = "25 µs";

  private final Bench bench;
  private final Protocol protocol;
  private final TreeMap<Integer, Cost> costs = new TreeMap<>();
  private String heldText = "";
  private String tooManyText = "";

  StreamFigures(Bench bench, Protocol protocol) {
    this.bench = bench;
    this.protocol = protocol;
  }

  /** What the server spends on a token, with its part of the run's own cost. */
  private record Cost(double micros, double bytes) {

    String time() {
      return String.format(Locale.ROOT, "%.1f µs", micros);
    }

    String memory() {
      return String.format(Locale.ROOT, "%,.0f bytes", bytes);
    }
  }

  void warmUp() throws IOException {
    Reading reading = wave(bench.bed().address(), WARM_UP);
    bench.report().progress("warm-up of streams, " + protocol.label() + ": " + text(reading));
  }

  /** Reports the figure of the native API, with the numbers of streams of the plan. */
  void measure() throws IOException, InterruptedException {
    int most = largest(new LargestHeld(bench.plan().streams(), 1, 1));
    bench.report().row("Streams of 50 tokens/s", most + "", "1000", notes());
    bench.report().row(COST, cost(), COST_TARGET, "");
    besideProxy();
  }

  /** The server's processor time per token at the largest number of smooth streams. */
  String cost() {
    return costs.isEmpty()
        ? "not measured, no streams held"
        : costs.lastEntry().getValue().time() + " at " + costs.lastKey();
  }

  /** Compares the cost of a token with that of a proxy through which the same streams pass. */
  private void besideProxy() throws IOException {
    InetSocketAddress proxy = bench.bed().proxy();
    if (proxy == null) {
      bench.report().progress("no proxy to compare with: there is no command go");
      return;
    }
    wave(proxy, WARM_UP);
    bench.cpu().begin();
    wave(proxy, COPIED);
    double server = micros("server", COPIED);
    double copied = micros("proxy", COPIED);
    String figure = COST + ", beside a proxy in Go";
    String notes = String.format(Locale.ROOT, "%.1f and %.1f µs at %d", server, copied, COPIED);
    bench.report().row(figure, times(server, copied), "1.8 times", notes);
  }

  /** Compares the cost of a token with that of an earlier version measured in the same run. */
  void compare(StreamFigures earlier, String version) {
    var both = new TreeMap<>(costs);
    both.keySet().retainAll(earlier.costs.keySet());
    if (both.isEmpty()) {
      return;
    }
    int streams = both.lastKey();
    Cost now = costs.get(streams);
    Cost then = earlier.costs.get(streams);
    bench
        .report()
        .row(
            COST + ", beside " + version,
            times(now.micros(), then.micros()),
            "0.65 times",
            now.time() + " and " + then.time() + " at " + streams);
    bench
        .report()
        .row(
            "Allocation of the server for each token, beside " + version,
            times(now.bytes(), then.bytes()),
            "0.3 times",
            now.memory() + " and " + then.memory() + " at " + streams);
  }

  private static String times(double ours, double theirs) {
    return String.format(Locale.ROOT, "%.2f times", ours / theirs);
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
    Reading reading;
    Cost cost;
    try (var allocated = new ProcessAllocation(bench.bed().serverPid())) {
      long before = allocated.bytes();
      bench.cpu().begin();
      reading = wave(bench.bed().address(), streams);
      double bytes = allocated.bytes() - before;
      cost = new Cost(micros("server", streams), bytes / streams / bench.plan().tokens());
    }
    String each = "; server " + cost.time() + " and " + cost.memory() + " a token";
    String text = text(reading) + "; cores: " + bench.cpu().used() + each;
    bench.report().progress(streams + " streams, " + protocol.label() + ": " + text);
    bench.report().progress("threads of the server: " + bench.cpu().threadsUsed());
    boolean holds = passes(reading);
    if (holds) {
      heldText = "at " + streams + ": " + text;
      costs.put(streams, cost);
    } else {
      tooManyText = "at " + streams + ": " + text;
    }
    return holds;
  }

  private double micros(String process, int streams) {
    return bench.cpu().millis(process) * 1000 / streams / bench.plan().tokens();
  }

  private Reading wave(InetSocketAddress to, int streams) throws IOException {
    try (var load =
        new StreamLoad(
            to, protocol, bench.plan().stream(), streams, bench.plan().tokens(), OPENING)) {
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

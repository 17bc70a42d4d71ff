package io.awaken.bench;

import io.awaken.bench.load.Protocol;
import io.awaken.bench.load.StreamLoad;
import io.awaken.bench.report.ServerMemory;
import io.awaken.bench.report.ServerMemory.Size;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures the memory of an open stream while its model sends nothing. */
final class IdleFigures {

  private static final Duration OPENING = Duration.ofSeconds(4);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SETTLING = Duration.ofSeconds(4);

  private final Bench bench;
  private final List<StreamLoad> open = new ArrayList<>();

  IdleFigures(Bench bench) {
    this.bench = bench;
  }

  /** Discards the first wave, which fills pools and caches that remain allocated. */
  void measure() throws IOException, InterruptedException {
    var memory = new ServerMemory(bench.bed().serverPid());
    int most = bench.plan().idle().getLast();
    hold(most);
    bench.report().progress("with " + most + " idle streams before measuring: " + memory.measure());
    release();
    Size before = memory.measure();
    bench.report().progress("without streams: " + before);
    int held = 0;
    for (int streams : bench.plan().idle()) {
      int begun = hold(streams - held);
      held = streams;
      Size with = memory.measure();
      bench
          .report()
          .row(
              streams + " idle streams",
              perStream(with.rss() - before.rss(), streams) + " RSS per stream",
              "30 KB",
              begun
                  + " of the last wave begun; heap "
                  + perStream(with.heap() - before.heap(), streams)
                  + "; server "
                  + with.rss() / 1024
                  + " MiB");
    }
    release();
  }

  private int hold(int streams) throws IOException {
    var load =
        new StreamLoad(bench.bed().address(), Protocol.NATIVE, Bench.IDLE, streams, 0, OPENING);
    open.add(load);
    boolean begun = load.awaitBegun(PATIENCE);
    load.idle(SETTLING);
    return begun ? streams : 0;
  }

  private void release() throws IOException, InterruptedException {
    bench.bed().release();
    int ended = 0;
    int lost = 0;
    for (StreamLoad load : open) {
      var reading = load.awaitOver(PATIENCE);
      ended += reading.succeeded();
      lost += reading.lost();
    }
    open.clear();
    bench
        .report()
        .progress("idle streams released: " + ended + " ended well, " + lost + " did not");
  }

  private static String perStream(long kib, int streams) {
    return String.format(Locale.ROOT, "%.1f KB", kib * 1.024 / streams);
  }
}

package io.awaken.bench.core;

import io.awaken.fixture.TwoStepRuntime;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Compares runs of two scripted model calls and a tool call in this runtime and in LangChain4j, in
 * turns in this JVM, by processor time of all threads, including those of tools. Each run is the
 * first in a prepared conversation, so that no conversation grows during the measurement.
 */
final class RunComparison {

  private static final int RUNS = 500;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** The name of a contender, and microseconds per run of each round, ascending. */
  record Times(String name, double[] sorted) {
    double best() {
      return sorted[0];
    }

    double median() {
      return sorted[sorted.length / 2];
    }
  }

  private record Side(String name, Supplier<Contender> fresh) {}

  private static final List<Side> SIDES =
      List.of(
          new Side("awaken", AwakenAssistant::new),
          new Side("LangChain4j, streaming", () -> new LangChainAssistant(true)),
          new Side("LangChain4j, blocking", () -> new LangChainAssistant(false)));

  private RunComparison() {}

  /**
   * @param history number of messages before each run
   * @param warmUp unmeasured rounds
   * @param rounds measured rounds of 500 runs
   * @return ours first, then LangChain4j streaming and blocking
   */
  static List<Times> measure(int history, int warmUp, int rounds) {
    var micros = new double[SIDES.size()][rounds];
    for (int round = -warmUp; round < rounds; round++) {
      for (int i = 0; i < SIDES.size(); i++) {
        // Every contender takes each place in a round equally often.
        int side = Math.floorMod(round + i, SIDES.size());
        double spent = onVirtualThread(() -> round(SIDES.get(side), history));
        if (round >= 0) {
          micros[side][round] = spent;
        }
      }
    }
    return IntStream.range(0, SIDES.size())
        .mapToObj(
            side -> {
              Arrays.sort(micros[side]);
              return new Times(SIDES.get(side).name(), micros[side]);
            })
        .toList();
  }

  /** Both contenders run on a virtual thread, as in a server. */
  private static double onVirtualThread(Callable<Double> work) {
    var task = new FutureTask<>(work);
    Thread.ofVirtual().start(task);
    try {
      return task.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double round(Side side, int history) {
    try (Contender contender = side.fresh().get()) {
      for (int i = 0; i < RUNS; i++) {
        contender.conversation("t" + i, history);
      }
      long before = spent();
      for (int i = 0; i < RUNS; i++) {
        String answer = contender.run("t" + i);
        if (!TwoStepRuntime.ANSWER.equals(answer)) {
          throw new IllegalStateException(side.name() + " answered " + answer);
        }
      }
      return (spent() - before) / 1e3 / RUNS;
    }
  }

  /** Processor time of all threads in nanoseconds, including carriers of virtual threads. */
  private static long spent() {
    return Arrays.stream(THREADS.getAllThreadIds())
        .map(THREADS::getThreadCpuTime)
        .filter(time -> time > 0)
        .sum();
  }
}

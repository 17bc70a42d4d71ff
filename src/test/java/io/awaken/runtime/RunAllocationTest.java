package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Allocation;
import io.awaken.fixture.TwoStepRuntime;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** The allocations of a run with two model calls and a tool, stores in memory included. */
class RunAllocationTest {

  private static final long MOST = 40 * 1024;
  private static final int ROUNDS = 12;
  private static final int RUNS = 40;

  /** Measures both in turn, so that the compiler has optimised both equally. */
  @Test
  void aRunAllocatesLittleEvenWithALongHistory() {
    long few = Long.MAX_VALUE;
    long many = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      few = Math.min(few, bytesPerRun(100));
      many = Math.min(many, bytesPerRun(1_000));
    }

    assertThat(few).isLessThan(MOST);
    assertThat((double) many).isCloseTo(few, within(few * 0.1));
  }

  /** Each run is the first in a conversation of this length. */
  private static long bytesPerRun(int history) {
    try (var runtime = new TwoStepRuntime()) {
      Queue<ThreadId> threads = new ArrayDeque<>();
      for (int i = 0; i < RUNS; i++) {
        threads.add(runtime.conversation("t" + i, history));
      }
      return Allocation.perCall(RUNS, () -> runtime.run(threads.remove()));
    }
  }
}

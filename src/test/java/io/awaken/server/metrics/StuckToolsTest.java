package io.awaken.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.loop.call.ToolFanOut;
import io.awaken.core.message.ToolResult;
import io.awaken.fixture.Failures;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.ParallelCalls;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Failures("F31")
class StuckToolsTest {

  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final Executor executor = task -> threads.add(Thread.ofVirtual().start(task));
  private final CountDownLatch back = new CountDownLatch(1);
  private final RuntimeMetrics metrics = new RuntimeMetrics();

  @Test
  void anAbandonedToolIsCountedUntilItReturns() throws InterruptedException {
    var fanOut =
        new ToolFanOut(
            executor, executor, new ToolFanOut.Limits(1, Duration.ofMillis(500)), System::nanoTime);
    metrics.watch(fanOut);
    assertThat(stuck()).isZero();

    var results =
        new ParallelCalls(fanOut)
            .run(new FunctionTool("deaf", (arguments, context) -> awaitDeaf()));
    assertThat(results.get("deaf")).contains("timeout");
    assertThat(stuck()).isOne();

    back.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(stuck()).isZero();
  }

  private double stuck() {
    return metrics.scrape().stream()
        .filter(figure -> figure.getMetadata().getName().equals("awaken_stuck_tools"))
        .map(figure -> ((GaugeSnapshot) figure).getDataPoints().getFirst().getValue())
        .findFirst()
        .orElseThrow();
  }

  private ToolResult awaitDeaf() {
    while (back.getCount() > 0) {
      try {
        back.await();
      } catch (InterruptedException e) {
        // Ignores the interrupt.
      }
    }
    return ToolResult.error("deaf", "too late");
  }
}

package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.tool.ProgressStatus;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.fixture.Failures;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.ParallelCalls;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stuck tools leave threads to others (F31). */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Failures("F31")
class StuckCallsTest {

  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);
  private static final String REFUSED =
      "not executed: 1 earlier calls of the tool have not returned";

  private final CountDownLatch back = new CountDownLatch(1);
  private final ExecutorService pool = Executors.newFixedThreadPool(2);
  private final AtomicLong nanos = new AtomicLong();
  private final FunctionTool deaf =
      new FunctionTool("deaf", (arguments, context) -> takesTooLong(context))
          .within(Duration.ofMinutes(1));
  private final FunctionTool a = FunctionTool.answering("a", "1");
  private final FunctionTool b = FunctionTool.answering("b", "2");

  @AfterEach
  void letGo() {
    back.countDown();
    pool.shutdown();
  }

  /** Times out at once and ignores interrupts. */
  private ToolResult takesTooLong(ToolCallContext context) {
    if (back.getCount() > 0) {
      pass(Duration.ofMinutes(2));
      context.reportProgress(ProgressStatus.RUNNING, "the run looks at its calls", 0.5);
    }
    awaitDeaf(back);
    return ToolResult.error("deaf", "back again");
  }

  private static void awaitDeaf(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        // Ignores the interrupt.
      }
    }
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private ToolFanOut fanOut(Executor several, int permits) {
    return new ToolFanOut(
        THREADS, several, new ToolFanOut.Limits(permits, Duration.ofHours(1)), nanos::get);
  }

  @Test
  void aStuckToolIsRefusedAndOthersAreExecuted() {
    ToolFanOut fanOut = fanOut(pool, 2);
    var calls = new ParallelCalls(fanOut);
    assertThat(calls.run(deaf, a).get("deaf")).contains("timeout");
    assertThat(fanOut.stuck()).isOne();

    Map<String, String> results = calls.run(deaf, a, b);

    assertThat(results.get("deaf")).contains("unavailable").contains(REFUSED);
    assertThat(deaf.calls()).hasSize(1);
    assertThat(a.calls()).hasSize(2);
    assertThat(b.calls()).hasSize(1);
    assertThat(fanOut.stuck()).isOne();
  }

  @Test
  void aToolThatReturnsIsExecutedAgain() {
    ToolFanOut fanOut = fanOut(pool, 2);
    var calls = new ParallelCalls(fanOut);
    calls.run(deaf, a);
    back.countDown();
    while (fanOut.stuck() > 0) {
      Thread.onSpinWait();
    }

    assertThat(calls.run(deaf, a).get("deaf")).contains("back again");
  }

  @Test
  void aSingleCallCountsTowardsTheLimit() {
    var calls = new ParallelCalls(fanOut(pool, 2));
    assertThat(calls.run(deaf).get("deaf")).contains("timeout");

    assertThat(calls.run(deaf).get("deaf")).contains(REFUSED);
    assertThat(calls.run(a).get("a")).contains("1");
  }

  @Test
  void aToolMayHaveAQuarterOfThePermitsBeforeItIsRefused() {
    var calls = new ParallelCalls(fanOut(pool, 8));
    assertThat(calls.run(deaf).get("deaf")).contains("timeout");
    assertThat(calls.run(deaf).get("deaf")).contains("timeout");

    assertThat(calls.run(deaf).get("deaf")).contains("2 earlier calls");
  }

  @Test
  void manyCallsOfOneToolLeavePermitsToOthers() {
    var atWork = new CountDownLatch(3);
    FunctionTool all = deafTogether(atWork, new CountDownLatch(0));
    var calls = new ParallelCalls(fanOut(THREADS, 4));
    calls.run(all, all, all, all);
    assertThat(all.calls()).hasSize(3);

    calls.run(a, b);

    assertThat(a.calls()).hasSize(1);
    assertThat(b.calls()).hasSize(1);
  }

  @Test
  void waitingCallsAreRefusedOnceTheirToolIsStuck() throws Exception {
    var atWork = new CountDownLatch(3);
    var go = new CountDownLatch(1);
    FunctionTool all = deafTogether(atWork, go);
    ToolFanOut fanOut = fanOut(THREADS, 4);
    var first =
        CompletableFuture.supplyAsync(() -> new ParallelCalls(fanOut).run(all, all, all), THREADS);
    atWork.await();
    var waits = new ParallelCalls(fanOut);
    waits.sinks.whenPublished(
        event -> {
          if (event instanceof AgentEvent.ToolCallDone) {
            go.countDown();
          }
        });

    FunctionTool patient = FunctionTool.answering("all", "1").within(Duration.ofDays(1));
    assertThat(waits.run(patient, a).get("all")).contains("calls of the tool have not returned");
    assertThat(first.get(10, TimeUnit.SECONDS).get("all")).contains("timeout");
    assertThat(patient.calls()).isEmpty();
  }

  /** A deaf tool that times out when this many calls of it execute and the test allows it. */
  private FunctionTool deafTogether(CountDownLatch atWork, CountDownLatch go) {
    return new FunctionTool(
            "all",
            (arguments, context) -> {
              atWork.countDown();
              awaitDeaf(atWork);
              awaitDeaf(go);
              return takesTooLong(context);
            })
        .within(Duration.ofMinutes(1));
  }

  @Test
  void aStuckCallRetainsItsPermit() {
    var calls = new ParallelCalls(fanOut(THREADS, 1));
    calls.sinks.whenPublished(
        event -> {
          if (event instanceof AgentEvent.ToolCallDone) {
            pass(Duration.ofHours(1));
          }
        });
    Map<String, String> results = calls.run(deaf, a);

    assertThat(results.get("deaf")).contains("timeout");
    assertThat(results.get("a")).contains("other calls left it no turn");
    assertThat(a.calls()).isEmpty();
  }
}

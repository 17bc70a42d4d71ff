package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunSignals;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.tool.ProgressStatus;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.ParallelCalls;
import io.awaken.fixture.Rows;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that wait for their turn or for a thread. */
@Rows(181)
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CallsWithoutAThreadTest {

  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);
  private static final Duration BRIEF = Duration.ofMillis(50);
  private static final Duration HOUR = Duration.ofHours(1);

  private static final Executor FULL =
      task -> {
        throw new RejectedExecutionException("full");
      };

  private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
  private final AtomicLong minutes = new AtomicLong();
  private final AtomicInteger begun = new AtomicInteger();

  /** Transactions with a counter. */
  private final ToolTransactions transactions =
      (limit, work) -> {
        begun.incrementAndGet();
        return work.get().map(last -> last.fence().advanced(last.step().commitId(), 1, 0));
      };

  private final FunctionTool a = FunctionTool.answering("a", "1");
  private final FunctionTool b = FunctionTool.answering("b", "2");

  private static ToolFanOut fanOut(Executor single, Executor several, int permits, Duration time) {
    return new ToolFanOut(single, several, new ToolFanOut.Limits(permits, time), System::nanoTime);
  }

  /** The same with a limit of an hour and the test's clock. */
  private ToolFanOut timed(Executor single, Executor several, int permits) {
    return new ToolFanOut(
        single,
        several,
        new ToolFanOut.Limits(permits, HOUR),
        () -> Duration.ofMinutes(minutes.get()).toNanos());
  }

  private void threadsComeLate() {
    assertThat(queue).isNotEmpty();
    queue.forEach(Runnable::run);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCallThatGetsNoThreadInTimeIsNeverExecuted(boolean transactional) {
    var fanOut = fanOut(THREADS, queue::add, 16, BRIEF);
    Map<String, String> results =
        new ParallelCalls(fanOut, transactions).run(a.transactional(transactional), b);

    assertThat(results.values())
        .hasSize(2)
        .allMatch(result -> result.contains("not executed: no thread was free within PT0.05S"));
    threadsComeLate();
    assertThat(a.calls()).isEmpty();
    assertThat(b.calls()).isEmpty();
    assertThat(begun).hasValue(0);
    assertThat(fanOut.stuck()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCallThatIsCancelledBeforeItGetsAThreadIsNeverExecuted(boolean transactional) {
    var signals = new RunSignals();
    Executor cancels =
        task -> {
          queue.add(task);
          signals.cancellation().cancel(CancellationToken.Reason.REQUESTED);
        };
    var fanOut = fanOut(THREADS, cancels, 16, HOUR);
    Map<String, String> results =
        new ParallelCalls(fanOut, transactions).run(signals, a.transactional(transactional), b);

    assertThat(results.values())
        .hasSize(2)
        .allMatch(result -> result.contains("not executed: the run ended"));
    threadsComeLate();
    assertThat(a.calls()).isEmpty();
    assertThat(b.calls()).isEmpty();
    assertThat(begun).hasValue(0);
    assertThat(fanOut.stuck()).isZero();
  }

  @Test
  void queuedTasksReleaseEndedRuns() {
    WeakReference<CancellationToken> run = runWhoseCallsGetNoThread();

    assertThat(queue).hasSize(2);
    while (run.get() != null) {
      System.gc();
    }
  }

  private WeakReference<CancellationToken> runWhoseCallsGetNoThread() {
    var signals = new RunSignals();
    new ParallelCalls(fanOut(THREADS, queue::add, 16, BRIEF)).run(signals, a, b);
    return new WeakReference<>(signals.cancellation());
  }

  @Test
  void aLateTransactionDoesNotExecuteItsCall() throws Exception {
    var waits = new CountDownLatch(1);
    var given = new CountDownLatch(1);
    var over = new CompletableFuture<Void>();
    ToolTransactions slow =
        (limit, work) -> {
          try {
            minutes.addAndGet(2);
            waits.countDown();
            awaitDeaf(given);
            work.get();
            return Optional.empty();
          } finally {
            over.complete(null);
          }
        };
    var beside =
        new FunctionTool(
            "beside",
            (arguments, context) -> {
              assertThat(waits.await(10, TimeUnit.SECONDS)).isTrue();
              return ToolResult.success("beside", arguments);
            });
    a.transactional(true).within(Duration.ofMinutes(1));
    Map<String, String> results =
        new ParallelCalls(timed(THREADS, THREADS, 16), slow).run(a, beside);

    assertThat(results.get("a")).contains("timeout").contains("rolled back");
    given.countDown();
    over.get(10, TimeUnit.SECONDS);
    assertThat(a.calls()).isEmpty();
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

  @Test
  void theTimeOfACallStartsWhenItsToolIsEntered() throws Exception {
    var calls = new ParallelCalls(timed(THREADS, queue::add, 1));
    var seen = new CountDownLatch(1);
    calls.sinks.whenPublished(
        event -> {
          if (event instanceof AgentEvent.ActivitySnapshot) {
            seen.countDown();
          }
        });
    var slow =
        new FunctionTool(
            "slow",
            (arguments, context) -> {
              minutes.addAndGet(40);
              // The run checks its calls again.
              context.reportProgress(ProgressStatus.RUNNING, "half of it", 0.5);
              assertThat(seen.await(10, TimeUnit.SECONDS)).isTrue();
              return ToolResult.success("slow", arguments);
            });
    var results = CompletableFuture.supplyAsync(() -> calls.run(a, slow), THREADS);

    Runnable first = queue.take();
    minutes.addAndGet(30);
    first.run();
    Runnable second = queue.take();
    minutes.addAndGet(20);
    second.run();

    assertThat(results.get(10, TimeUnit.SECONDS).get("slow")).doesNotContain("timeout");
  }

  @Test
  void aCallThatGetsNoTurnInTimeIsNotExecutedAndLeavesTheTurnToOthers() {
    var turnedAway = new CountDownLatch(1);
    var calls = new ParallelCalls(fanOut(THREADS, THREADS, 1, HOUR));
    calls.sinks.whenPublished(
        event -> {
          if (event instanceof AgentEvent.ToolCallDone) {
            turnedAway.countDown();
          }
        });
    var holding =
        new FunctionTool(
            "holding",
            (arguments, context) -> {
              assertThat(turnedAway.await(10, TimeUnit.SECONDS)).isTrue();
              return ToolResult.success("holding", arguments);
            });

    assertThat(calls.run(holding, FunctionTool.answering("brief", "1").within(BRIEF)))
        .hasEntrySatisfying("holding", result -> assertThat(result).doesNotContain("error"))
        .hasEntrySatisfying(
            "brief",
            result ->
                assertThat(result)
                    .contains("unavailable")
                    .contains("not executed: other calls left it no turn within PT0.05S"));
    calls.run(a, b);
    assertThat(a.calls()).hasSize(1);
    assertThat(b.calls()).hasSize(1);
  }

  @Test
  void callsGetPlainThreadsWithLimitsWhenTheExecutorIsFull() {
    var threads = new LinkedBlockingQueue<Thread>();
    var never = new CountDownLatch(1);
    var hangs =
        new FunctionTool(
                "hangs",
                (arguments, context) -> {
                  threads.add(Thread.currentThread());
                  minutes.addAndGet(2);
                  context.reportProgress(ProgressStatus.RUNNING, "the run looks at it", 0.5);
                  never.await();
                  return ToolResult.success("hangs", arguments);
                })
            .within(Duration.ofMinutes(1));
    Map<String, String> results = new ParallelCalls(timed(THREADS, FULL, 16)).run(hangs, b);

    assertThat(results.get("hangs")).contains("timeout");
    assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
    assertThat(b.calls()).hasSize(1);
  }

  @Test
  void callsAreNotExecutedWithoutAFreeThread() {
    var calls = new ParallelCalls(fanOut(FULL, FULL, 1, HOUR));

    assertThat(calls.run(a, b).values())
        .hasSize(2)
        .allMatch(result -> result.contains("not executed: no thread is free"));
    assertThat(calls.run(a).values()).hasSize(1).allMatch(result -> result.contains("unavailable"));
    assertThat(a.calls()).isEmpty();
    assertThat(b.calls()).isEmpty();
  }
}

package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.CancellationToken.Reason;
import io.awaken.core.run.RunSignals;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.fixture.Failures;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.ParallelCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process that pauses between the commit that marks a call as running and the entry of its tool
 * finds an expired lease and does not enter the tool.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StaleLeaseTest {

  private static final ToolFanOut.Limits LIMITS = new ToolFanOut.Limits(16, Duration.ofHours(1));

  private final AtomicBoolean valid = new AtomicBoolean(true);
  private final List<String> transactions = new CopyOnWriteArrayList<>();

  /** The process pauses when a tool has its thread. */
  private final Executor standingStill =
      task ->
          Thread.ofVirtual()
              .start(
                  () -> {
                    valid.set(false);
                    task.run();
                  });

  private final RunSignals signals = new RunSignals(valid::get);
  private final FunctionTool a = FunctionTool.answering("a", "1");
  private final FunctionTool b = FunctionTool.answering("b", "2");

  private ParallelCalls calls(Executor threads, ToolTransactions within) {
    return new ParallelCalls(new ToolFanOut(threads, threads, LIMITS, System::nanoTime), within);
  }

  private ToolTransactions plain() {
    return (limit, work) -> {
      var last = work.get();
      transactions.add(last.isPresent() ? "committed" : "rolled back");
      return last.map(write -> write.fence().advanced(write.step().commitId(), 1, 0));
    };
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Failures("F23")
  void aSingleCallEntersNoToolWithAnExpiredLease(boolean transactional) {
    var results = calls(standingStill, plain()).run(signals, a.transactional(transactional));

    assertThat(results).isEmpty();
    assertThat(a.calls()).isEmpty();
    assertThat(transactions).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void parallelCallsEnterNoToolWithAnExpiredLease(boolean transactional) {
    a.transactional(transactional);
    b.transactional(transactional);
    var results = calls(standingStill, plain()).run(signals, a, b);

    assertThat(results).isEmpty();
    assertThat(a.calls()).isEmpty();
    assertThat(b.calls()).isEmpty();
  }

  @Test
  void anInlineCallEntersNoToolWithoutALease() {
    valid.set(false);
    var results = calls(standingStill, plain()).run(signals, a.computing());

    assertThat(results).isEmpty();
    assertThat(a.calls()).isEmpty();
  }

  @Test
  void aDelayedTransactionDoesNotEnterItsToolWithoutALease() {
    ToolTransactions slow =
        (limit, work) -> {
          valid.set(false);
          return plain().within(limit, work);
        };
    var results =
        calls(task -> Thread.ofVirtual().start(task), slow).run(signals, a.transactional(true));

    assertThat(results).isEmpty();
    assertThat(a.calls()).isEmpty();
    assertThat(transactions).isEmpty();
  }

  @Test
  void aRunWithAnExpiredLeaseIsLostAndWritesNothing() {
    var seen = new ArrayList<Reason>();
    var giving = new RunSignals[1];
    giving[0] =
        new RunSignals(
            () -> {
              giving[0].cancellation().cancel(Reason.OWNERSHIP_LOST);
              return false;
            });
    giving[0].cancellation().onCancel(() -> seen.add(giving[0].cancellation().reason()));
    var calls = calls(task -> Thread.ofVirtual().start(task), plain());

    assertThat(calls.run(giving[0], a)).isEmpty();
    assertThat(a.calls()).isEmpty();
    assertThat(seen).containsExactly(Reason.OWNERSHIP_LOST);
    assertThat(calls.sinks.events())
        .noneMatch(event -> event.getClass().getSimpleName().equals("RunFinish"));
  }

  @Test
  void aCallWithAValidLeaseEntersItsTool() {
    var calls = calls(task -> Thread.ofVirtual().start(task), plain());

    assertThat(calls.run(signals, a).keySet()).containsExactly("a");
    assertThat(a.calls()).hasSize(1);
  }
}

package io.awaken.core.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HistoryBudgetTest {

  private static final long MIB = 1 << 20;

  /** Room for three windows of four MiB, and a quarter of it for small ones. */
  private final HistoryBudget budget = new HistoryBudget(64 * MIB);

  private final CancellationToken never = new CancellationToken();

  private HistoryBudget.Lease take(long bytes) {
    return budget.take(bytes, never);
  }

  private CompletableFuture<HistoryBudget.Lease> asks(long bytes, CancellationToken token) {
    int before = budget.waiting();
    var asked =
        CompletableFuture.supplyAsync(
            () -> budget.take(bytes, token), task -> Thread.ofVirtual().start(task));
    while (budget.waiting() == before && !asked.isDone()) {
      Thread.onSpinWait();
    }
    return asked;
  }

  @Test
  void eachByteOfAWindowCountsFourTimesUntilReleased() {
    var lease = take(MIB);
    assertThat(budget.used()).isEqualTo(4 * MIB);
    lease.close();
    lease.close();
    assertThat(budget.used()).isZero();
  }

  @Test
  void aRunWaitsUntilMemoryIsFree() throws Exception {
    var first = take(8 * MIB);
    var second = asks(8 * MIB, never);
    assertThat(second).isNotDone();

    first.close();
    second.get(10, TimeUnit.SECONDS).close();
    assertThat(budget.used()).isZero();
    assertThat(budget.waiting()).isZero();
  }

  @Test
  void waitingRunsAreServedInOrder() throws Exception {
    var first = take(8 * MIB);
    var second = asks(12 * MIB, never);
    var third = asks(2 * MIB, never);
    assertThat(third).isNotDone();

    first.close();
    second.get(10, TimeUnit.SECONDS).close();
    third.get(10, TimeUnit.SECONDS).close();
  }

  @Test
  void smallWindowsDoNotWaitForLargeOnes() {
    take(12 * MIB);
    take(64 << 10).close();
    assertThat(budget.waiting()).isZero();
  }

  @Test
  void aWindowLargerThanTheBudgetGetsAllOfIt() {
    var lease = take(1_000 * MIB);
    assertThat(budget.used()).isEqualTo(48 * MIB);
    lease.close();
  }

  @Test
  void aCancelledRunStopsWaiting() {
    var first = take(12 * MIB);
    var token = new CancellationToken();
    var second = asks(12 * MIB, token);
    var third = asks(2 * MIB, never);

    token.cancel(CancellationToken.Reason.REQUESTED);
    assertThatThrownBy(() -> second.get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(RunCancelled.class);
    first.close();
    third.join().close();
    assertThat(budget.used()).isZero();
  }

  @Test
  void anAlreadyCancelledRunReservesNothing() {
    take(12 * MIB);
    var token = new CancellationToken();
    token.cancel(CancellationToken.Reason.DRAINING);
    assertThatThrownBy(() -> budget.take(12 * MIB, token)).isInstanceOf(RunCancelled.class);
    assertThat(budget.waiting()).isZero();
  }

  @Test
  void anInterruptedThreadStopsWaiting() throws Exception {
    take(12 * MIB);
    var ended = new CountDownLatch(1);
    var thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    budget.take(12 * MIB, never);
                  } catch (RunCancelled e) {
                    ended.countDown();
                  }
                });
    while (budget.waiting() == 0) {
      Thread.onSpinWait();
    }
    thread.interrupt();
    assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(budget.waiting()).isZero();
  }

  @Test
  void aWindowThatGrowsIsCountedAtOnceAndOthersWait() throws Exception {
    var first = take(8 * MIB);
    var second = take(MIB);
    second.growTo(6 * MIB);
    assertThat(budget.used()).isEqualTo(56 * MIB);
    assertThat(second.crowded()).isTrue();
    assertThat(first.crowded()).isFalse();

    var third = asks(MIB, never);
    assertThat(third).isNotDone();
    first.close();
    assertThat(second.crowded()).isFalse();
    third.get(10, TimeUnit.SECONDS).close();
  }

  @Test
  void aSingleRunIsNeverCrowded() {
    var lease = take(8 * MIB);
    lease.growTo(100 * MIB);
    assertThat(lease.crowded()).isFalse();
  }

  @Test
  void takingAgainReleasesFirst() {
    var lease = take(8 * MIB);
    lease.growTo(12 * MIB);
    lease.take(12 * MIB, never);
    assertThat(budget.used()).isEqualTo(48 * MIB);
    lease.close();
    assertThat(budget.used()).isZero();
  }
}

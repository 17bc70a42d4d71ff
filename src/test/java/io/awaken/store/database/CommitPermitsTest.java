package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.store.StoreUnavailable;
import io.awaken.fixture.Databases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CommitPermitsTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(50);

  private final Databases.Fresh fresh = Databases.h2();
  private final Transactions transactions = fresh.transactions(List.of(Note.class));
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<Future<?>> holders = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    over.countDown();
    for (Future<?> holder : holders) {
      holder.get();
    }
    threads.close();
    fresh.close();
  }

  @Test
  void concurrentTransactionsNeverExceedThePermits() throws Exception {
    var permits = new CommitPermits(transactions, 3, LONG);
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    var all = new ArrayList<Future<?>>();
    for (int i = 0; i < 500; i++) {
      all.add(
          threads.submit(
              () ->
                  permits.run(
                      em -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        Thread.yield();
                        inside.decrementAndGet();
                      })));
    }
    for (Future<?> one : all) {
      one.get();
    }
    assertThat(most.get()).isBetween(1, 3);
  }

  @Test
  void aTransactionWithoutAPermitInTimeFailsWithoutDoingAnything() throws Exception {
    var permits = new CommitPermits(transactions, 2, SHORT);
    hold(permits, 2);
    var begun = new AtomicInteger();
    assertThatThrownBy(() -> permits.run(em -> begun.incrementAndGet()))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("within 50 ms, at most 2 transactions");
    assertThat(begun).hasValue(0);
  }

  @Test
  void anExceptionOfTheWorkReleasesThePermit() {
    var permits = new CommitPermits(transactions, 1, SHORT);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> permits.run(em -> fail())).hasMessage("mine");
      assertThatThrownBy(() -> permits.once(LONG, em -> fail())).hasMessage("mine");
    }
    assertThat(permits.<String>call(em -> "free")).isEqualTo("free");
  }

  @Test
  void joiningWorkNeedsNoPermit() {
    var permits = new CommitPermits(transactions, 1, SHORT);
    permits.run(outer -> permits.run(inner -> assertThat(inner).isSameAs(outer)));
  }

  @Test
  void longWorkLeavesHalfOfThePermitsToCommits() throws Exception {
    var permits = new CommitPermits(transactions, 4, SHORT);
    holdOnce(permits, 2);
    assertThatThrownBy(() -> permits.once(LONG, em -> "third"))
        .isInstanceOf(StoreUnavailable.class);
    assertThat(permits.<String>call(em -> "commit")).isEqualTo("commit");
  }

  @Test
  void urgentWorkHasAnExtraPermitWhileAllOthersAreTaken() throws Exception {
    var permits = new CommitPermits(transactions, 2, SHORT);
    hold(permits, 2);
    assertThat(permits.<String>urgent(em -> "now")).isEqualTo("now");
    var begun = new CountDownLatch(1);
    holders.add(
        threads.submit(
            () ->
                permits.urgent(
                    em -> {
                      stay(begun);
                      return null;
                    })));
    begun.await();
    assertThatThrownBy(() -> permits.urgent(em -> "two at once"))
        .isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void urgentWorkTakesAFreePermitFirst() throws Exception {
    var permits = new CommitPermits(transactions, 1, SHORT);
    permits.urgent(
        em -> {
          assertThatThrownBy(() -> threads.submit(() -> permits.run(other -> {})).get())
              .hasCauseInstanceOf(StoreUnavailable.class);
          return null;
        });
    assertThat(permits.<String>call(em -> "free again")).isEqualTo("free again");
  }

  @Test
  void anInterruptedThreadStillGetsAPermitAndStaysInterrupted() throws Exception {
    var permits = new CommitPermits(transactions, 1, LONG);
    hold(permits, 1);
    var waiting = new CountDownLatch(1);
    var interrupted = new java.util.concurrent.CompletableFuture<Boolean>();
    Thread waiter =
        Thread.ofVirtual()
            .start(
                () -> {
                  waiting.countDown();
                  permits.run(em -> {});
                  interrupted.complete(Thread.currentThread().isInterrupted());
                });
    waiting.await();
    waiter.interrupt();
    over.countDown();
    assertThat(interrupted.get()).isTrue();
  }

  /** A waiting virtual thread must not block a carrier. */
  @Test
  void threadsWaitingForAPermitBlockNoOthers() throws Exception {
    var permits = new CommitPermits(transactions, 1, LONG);
    hold(permits, 1);
    for (int i = 0; i < 2_000; i++) {
      holders.add(threads.submit(() -> permits.run(em -> {})));
    }
    assertThat(threads.submit(() -> "free").get()).isEqualTo("free");
  }

  private void hold(CommitPermits permits, int number) throws InterruptedException {
    var begun = new CountDownLatch(number);
    for (int i = 0; i < number; i++) {
      holders.add(threads.submit(() -> permits.run(em -> stay(begun))));
    }
    begun.await();
  }

  private void holdOnce(CommitPermits permits, int number) throws InterruptedException {
    var begun = new CountDownLatch(number);
    for (int i = 0; i < number; i++) {
      holders.add(
          threads.submit(
              () ->
                  permits.once(
                      LONG,
                      em -> {
                        stay(begun);
                        return null;
                      })));
    }
    begun.await();
  }

  private void stay(CountDownLatch begun) {
    begun.countDown();
    try {
      over.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String fail() {
    throw new IllegalStateException("mine");
  }
}

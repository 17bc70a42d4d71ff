package io.awaken.core.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.phase.HookWatch.HookTimeout;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A plugin part that ignores its interrupt. */
@Timeout(20)
@Failures("F31")
class DeafPartTest {

  private final AtomicLong nanos = new AtomicLong();
  private final SynchronousQueue<Thread> givenBack = new SynchronousQueue<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final CountDownLatch begun = new CountDownLatch(2);
  private final HookWatch watch =
      new HookWatch(nanos::get, task -> Thread.ofVirtual().start(task), this::give);

  private void give(Thread thread) {
    try {
      givenBack.put(thread);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Void deaf() {
    begun.countDown();
    while (over.getCount() > 0) {
      try {
        over.await();
      } catch (InterruptedException e) {
        // Ignores the interrupt.
      }
    }
    return null;
  }

  @AfterEach
  void letGo() {
    over.countDown();
  }

  @Test
  @Rows(65)
  void itsRunIsReleasedAndTheNextCallHasItsOwnThread() throws InterruptedException {
    try (var log = new CapturedLog(HookWatch.class)) {
      Thread first = Thread.ofVirtual().start(this::callDeafPart);
      while (begun.getCount() > 1) {
        Thread.onSpinWait();
      }
      Thread checks = Thread.ofVirtual().start(this::checkUntilGivenBack);
      assertThat(givenBack.take()).isSameAs(first);
      checks.join();

      Thread again =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (begun.getCount() > 0) {
                      Thread.onSpinWait();
                    }
                    nanos.addAndGet(HookWatch.DEADLINE.plusSeconds(1).toNanos());
                    watch.interruptOverdue();
                  });
      assertThatThrownBy(() -> watch.call("part", this::deaf)).isInstanceOf(HookTimeout.class);
      again.join();
      assertThat(log.warnings()).singleElement().asString().contains("part ignores its interrupt");
    }
  }

  @Test
  @Rows(65)
  void withoutReleaseTheLogReportsTheBlockedThread() throws InterruptedException {
    var embedded = new HookWatch(nanos::get, task -> Thread.ofVirtual().start(task));
    try (var log = new CapturedLog(HookWatch.class)) {
      Thread caller = Thread.ofVirtual().start(() -> callDeafPart(embedded));
      while (begun.getCount() > 1) {
        Thread.onSpinWait();
      }
      checkUntilDeaf(embedded);

      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("part ignores its interrupt")
          .contains("occupies its caller's thread until the part returns")
          .doesNotContain("given back");
      assertThat(embedded.isDeaf("part")).isTrue();
      over.countDown();
      caller.join();
    }
  }

  @Test
  void itsRunIsReleasedEvenIfThePartsHashFails() throws InterruptedException {
    var unheard =
        new Object() {
          @Override
          public int hashCode() {
            throw new IllegalStateException("no hash today");
          }

          @Override
          public String toString() {
            return "part";
          }
        };
    try (var log = new CapturedLog(HookWatch.class)) {
      Thread caller = Thread.ofVirtual().start(() -> callDeafPart(watch, unheard));
      while (begun.getCount() > 1) {
        Thread.onSpinWait();
      }
      Thread checks = Thread.ofVirtual().start(this::checkUntilGivenBack);
      assertThat(givenBack.take()).isSameAs(caller);
      checks.join();
      assertThat(log.warnings())
          .satisfiesExactly(
              line -> assertThat(line).contains("part ignores its interrupt"),
              line -> assertThat(line).contains("no hash today"));
    }
  }

  @Test
  void itsRunIsReleasedAtALaterCheckWhenNoThreadWasFree() throws InterruptedException {
    var times = new AtomicInteger();
    var exhausted =
        new HookWatch(
            nanos::get,
            task -> Thread.ofVirtual().start(task),
            thread -> {
              if (times.incrementAndGet() == 1) {
                throw new IllegalStateException("no thread today");
              }
            });
    try (var log = new CapturedLog(HookWatch.class)) {
      Thread caller = Thread.ofVirtual().start(() -> callDeafPart(exhausted));
      while (begun.getCount() > 1) {
        Thread.onSpinWait();
      }
      checkUntilDeaf(exhausted);
      exhausted.interruptOverdue();
      exhausted.interruptOverdue();
      over.countDown();
      caller.join();

      assertThat(times).hasValue(2);
      assertThat(log.warnings())
          .satisfiesExactly(
              line -> assertThat(line).contains("part ignores its interrupt"),
              line -> assertThat(line).contains("the next check tries again"));
    }
  }

  @Test
  void aFailedReleaseDoesNotAffectOthers() throws InterruptedException {
    var times = new AtomicInteger();
    var exhausted =
        new HookWatch(
            nanos::get,
            task -> Thread.ofVirtual().start(task),
            thread -> {
              times.incrementAndGet();
              throw new IllegalStateException("no thread today");
            });
    try (var log = new CapturedLog(HookWatch.class)) {
      Thread one = Thread.ofVirtual().start(() -> callDeafPart(exhausted));
      Thread other = Thread.ofVirtual().start(() -> callDeafPart(exhausted));
      while (begun.getCount() > 0) {
        Thread.onSpinWait();
      }
      checkUntilDeaf(exhausted);
      over.countDown();
      one.join();
      other.join();

      assertThat(times).hasValue(2);
      assertThat(log.warnings()).hasSize(4);
    }
  }

  private void checkUntilGivenBack() {
    checkUntilDeaf(watch);
  }

  private void checkUntilDeaf(HookWatch watch) {
    nanos.addAndGet(HookWatch.DEADLINE.plusSeconds(1).toNanos());
    watch.interruptOverdue();
    nanos.addAndGet(Duration.ofSeconds(6).toNanos());
    watch.interruptOverdue();
  }

  private void callDeafPart() {
    callDeafPart(watch);
  }

  private void callDeafPart(HookWatch watch) {
    callDeafPart(watch, "part");
  }

  private void callDeafPart(HookWatch watch, Object who) {
    try {
      watch.call(who, this::deaf);
    } catch (Exception e) {
      // It was finally interrupted.
    }
  }
}

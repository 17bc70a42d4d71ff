package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.SettableClock;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RepeatedDutyTest {

  private final ManualScheduler timer = new ManualScheduler(new SettableClock());
  private final AtomicInteger times = new AtomicInteger();

  private void repeat(Runnable duty) {
    timer.scheduleWithFixedDelay(new RepeatedDuty("the watch", duty), 1, 1, TimeUnit.SECONDS);
    timer.advance(Duration.ofSeconds(3));
  }

  @Test
  void aDutyThatFailsIsRunAgainAndTheLogSaysSo() {
    try (var log = new CapturedLog(RepeatedDuty.class.getName())) {
      repeat(
          () -> {
            times.incrementAndGet();
            throw new OutOfMemoryError("unable to create native thread");
          });
      assertThat(log.warnings())
          .hasSize(3)
          .allMatch(line -> line.startsWith("the watch failed; it is tried again"));
    }
    assertThat(times).hasValue(3);
  }

  @Test
  void aDutyThatANodeWhichEndsDoesNotBeginIsNoFailure() {
    try (var log = new CapturedLog(RepeatedDuty.class.getName())) {
      repeat(
          () -> {
            times.incrementAndGet();
            throw new RejectedExecutionException("shut down");
          });
      assertThat(log.warnings()).isEmpty();
    }
    assertThat(times).hasValue(3);
  }
}

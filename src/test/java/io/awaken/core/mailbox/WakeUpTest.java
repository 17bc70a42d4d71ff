package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WakeUpTest {

  private long nanos;
  private final WakeUp wakeUp = new WakeUp(() -> nanos);

  private boolean hinted() throws InterruptedException {
    return wakeUp.await(Duration.ZERO);
  }

  @Test
  void aHintRemainsUntilTakenAndSeveralCountAsOne() throws InterruptedException {
    wakeUp.signal();
    wakeUp.signal();

    assertThat(hinted()).isTrue();
    assertThat(hinted()).isFalse();
  }

  @Test
  void eachScheduledHintIsGivenAtItsTime() throws InterruptedException {
    wakeUp.signalIn(Duration.ofSeconds(2));
    wakeUp.signalIn(Duration.ofSeconds(1));
    assertThat(hinted()).isFalse();

    nanos += Duration.ofSeconds(1).toNanos();
    assertThat(hinted()).isTrue();
    assertThat(hinted()).isFalse();
    nanos += Duration.ofSeconds(1).toNanos();
    assertThat(hinted()).isTrue();
  }

  @Test
  void anEarlyHintIsGivenDespiteManyLaterOnes() throws InterruptedException {
    for (int i = 0; i < 5_000; i++) {
      wakeUp.signalIn(Duration.ofDays(30).plusMillis(i));
    }
    wakeUp.signalIn(Duration.ofSeconds(1));

    nanos += Duration.ofSeconds(1).toNanos();
    assertThat(hinted()).isTrue();
    assertThat(hinted()).isFalse();
  }

  @Test
  void aScheduledRepetitionWakesOnceAndConsumesNoOtherHint() throws InterruptedException {
    wakeUp.signalIn(Duration.ofSeconds(2));
    for (int i = 0; i < 5_000; i++) {
      wakeUp.signalAgainIn(Duration.ofMillis(500 + i % 500));
    }

    nanos += Duration.ofSeconds(1).toNanos();
    assertThat(hinted()).isTrue();
    assertThat(hinted()).isFalse();
    nanos += Duration.ofSeconds(1).toNanos();
    assertThat(hinted()).isTrue();
  }

  @Test
  void aLongWaitIsShortenedByAnEarlierHint() throws InterruptedException {
    var real = new WakeUp(System::nanoTime);
    var hinted = new AtomicBoolean();
    var waits = new CountDownLatch(1);
    var waiter =
        Thread.ofVirtual()
            .start(
                () -> {
                  waits.countDown();
                  try {
                    hinted.set(real.await(Duration.ofMinutes(5)));
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    waits.await();
    real.signalIn(Duration.ofMillis(1));
    waiter.join();

    assertThat(hinted).isTrue();
  }
}

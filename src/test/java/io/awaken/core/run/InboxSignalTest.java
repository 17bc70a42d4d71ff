package io.awaken.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InboxSignalTest {
  private static final int ROUNDS = 20_000;
  private final InboxSignal signal = new InboxSignal();

  @Test
  void severalSignalsAreSeenOnce() {
    assertThat(signal.lower()).isFalse();
    signal.raise();
    signal.raise();
    assertThat(signal.lower()).isTrue();
    assertThat(signal.lower()).isFalse();
  }

  @Test
  void aSignalDuringAReadIsNotLost() {
    var turn = new Phaser(2);
    var others =
        CompletableFuture.runAsync(
            () -> {
              for (int round = 0; round < ROUNDS; round++) {
                turn.arriveAndAwaitAdvance();
                signal.raise();
                turn.arriveAndAwaitAdvance();
              }
            });
    int seen = 0;
    for (int round = 0; round < ROUNDS; round++) {
      turn.arriveAndAwaitAdvance();
      boolean then = signal.lower();
      turn.arriveAndAwaitAdvance();
      if (then != signal.lower()) {
        seen++;
      }
    }
    others.join();
    assertThat(seen).isEqualTo(ROUNDS);
  }

  @Test
  void aListenerIsCalledUntilItsRegistrationIsClosed() {
    var calls = new AtomicInteger();
    try (var listening = signal.onRaise(calls::incrementAndGet)) {
      signal.raise();
      signal.raise();
    }
    signal.raise();
    assertThat(calls).hasValue(2);
  }
}

package io.awaken.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.awaken.core.run.CancellationToken.Reason;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CancellationTokenTest {

  private final CancellationToken token = new CancellationToken();
  private final AtomicInteger calls = new AtomicInteger();

  @Test
  void theFirstReasonWins() {
    token.cancel(Reason.REQUESTED);
    token.cancel(Reason.DRAINING);

    assertThat(token.reason()).isEqualTo(Reason.REQUESTED);
  }

  @Test
  void aListenerIsCalledOnce() {
    token.onCancel(calls::incrementAndGet);
    token.cancel(Reason.REQUESTED);
    token.cancel(Reason.REQUESTED);

    assertThat(calls).hasValue(1);
  }

  @Test
  void aLateListenerIsCalledAtOnce() {
    token.cancel(Reason.REQUESTED);
    token.onCancel(calls::incrementAndGet);

    assertThat(calls).hasValue(1);
  }

  @Test
  void aClosedRegistrationIsNotCalled() {
    token.onCancel(calls::incrementAndGet).close();
    token.cancel(Reason.REQUESTED);

    assertThat(calls).hasValue(0);
  }

  @Test
  void aBoundaryThrowsTheReason() {
    token.throwIfCancelled();
    token.cancel(Reason.OWNERSHIP_LOST);

    assertThatExceptionOfType(RunCancelled.class)
        .isThrownBy(token::throwIfCancelled)
        .matches(e -> e.reason() == Reason.OWNERSHIP_LOST);
  }
}

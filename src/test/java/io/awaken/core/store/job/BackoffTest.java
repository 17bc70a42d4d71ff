package io.awaken.core.store.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.awaken.fixture.Rows;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(193)
class BackoffTest {

  @ParameterizedTest
  @CsvSource({"1,250", "2,500", "3,1000", "7,16000", "8,30000", "9,30000", "1000,30000"})
  void eachFailureDoublesTheDelayUpToTheLimit(int failures, long millis) {
    assertThat(Backoff.DEFAULT.after(failures)).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void aConstantBackoffIsValid() {
    var steady = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(1));
    assertThat(steady.after(5)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aLimitBelowTheBaseAndAZeroBaseAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofSeconds(1)));
  }
}

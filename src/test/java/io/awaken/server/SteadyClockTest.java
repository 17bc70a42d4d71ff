package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Failures;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SteadyClockTest {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private long nanos = -5;

  @Test
  @Failures("F28")
  void itAdvancesWithTimeAndReadsTheMachinesClockOnce() {
    var clock = new SteadyClock(BEGIN, nanos, () -> nanos);
    assertThat(clock.instant()).isEqualTo(BEGIN);

    nanos += Duration.ofSeconds(15).toNanos();
    assertThat(clock.instant()).isEqualTo(BEGIN.plusSeconds(15));
    assertThat(clock.millis()).isEqualTo(BEGIN.toEpochMilli() + 15_000);
  }
}

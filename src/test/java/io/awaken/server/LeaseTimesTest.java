package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.server.settings.RunSetting;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseTimesTest {

  /** One of two owners has stopped, even with the shortest lease. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 1_000, 27_000})
  void anUnconfirmedRunStopsBeforeTheShortestLeaseExpires(long longer) {
    var lease = Duration.ofMillis(RunSetting.LEASE.value().min() + longer);
    assertThat(Node.stopAfter(lease).plus(Node.WATCH)).isLessThan(lease);
  }
}

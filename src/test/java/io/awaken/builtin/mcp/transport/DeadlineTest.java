package io.awaken.builtin.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeadlineTest {

  /** The limit is 10 ms, the maximum 25 ms; times are milliseconds from the creation. */
  @ParameterizedTest(name = "restarted at {0}, {1} later {2} ms are left")
  @Rows(1075)
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
                   | 4  | 6  |
                   | 10 | 0  | it did not answer within 10 ms
          9        | 10 | 9  |
          9        | 19 | 0  | it reported no progress within 10 ms
          9 18     | 20 | 5  |
          9 18     | 25 | 0  | it did not answer within 25 ms
          9 18 24  | 30 | -5 | it did not answer within 25 ms
          11       | 12 | -2 | it did not answer within 10 ms
          """)
  void progressRestartsTheLimitUpToTheMaximum(String progress, long at, long left, String over) {
    var nanos = new AtomicLong();
    var deadline = new Deadline(Duration.ofMillis(10), Duration.ofMillis(25), nanos::get);
    for (String each : progress == null ? new String[0] : progress.split(" ")) {
      nanos.set(Duration.ofMillis(Long.parseLong(each)).toNanos());
      deadline.restart();
    }

    nanos.set(Duration.ofMillis(at).toNanos());

    assertThat(deadline.remaining()).isEqualTo(Duration.ofMillis(left));
    if (over != null) {
      assertThat(deadline.over()).hasMessage(over);
    }
  }
}

package io.awaken.http.api.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventTimeTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-28T23:05:59.007Z",
        "2026-11-28T23:05:59.070Z",
        "2026-11-28T23:05:59.999Z",
        "2026-11-28T23:06:00.001Z",
        "2026-11-28T23:06:00Z",
        "2026-11-28T23:06:00.123456Z",
        "2026-11-28T23:06:00.000000001Z",
        "1970-01-01T00:00:00.500Z",
        "1969-12-31T23:59:59.123Z",
        "+12345-06-07T08:09:10.111Z"
      })
  void theTextIsThatOfTheInstant(String text) {
    assertThat(EventTime.text(Instant.parse(text))).isEqualTo(text);
  }
}

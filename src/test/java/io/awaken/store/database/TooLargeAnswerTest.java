package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Failures;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import org.junit.jupiter.api.Test;

/** Results that are too large for the driver look like lost connections, but fail on each retry. */
@Failures("F53")
class TooLargeAnswerTest {

  @Test
  void aResultTooLargeForThePostgreSqlDriverIsNoOutage() {
    var tooLarge =
        new SQLException(
            "Ran out of memory retrieving query results.",
            "53200",
            new OutOfMemoryError("Java heap space"));

    assertThat(Outage.causes(new IllegalStateException(tooLarge))).isFalse();
  }

  @Test
  void aServerThatIsOutOfMemoryIsAnOutage() {
    assertThat(Outage.causes(new SQLException("out of memory", "53200"))).isTrue();
  }

  @Test
  void aResultBeyondTheDriversLimitIsNoOutage() {
    var tooLarge =
        new SQLException("Result set exceeded maxResultBuffer limit. Received: 9", "08S01");

    assertThat(Outage.causes(tooLarge)).isFalse();
    assertThat(Outage.causes(new SQLException("Connection reset", "08S01"))).isTrue();
  }

  @Test
  void aResultTooLargeForH2IsNoOutage() {
    var tooLarge = new SQLNonTransientConnectionException("Out of memory.", "90108", 90108);

    assertThat(Outage.causes(tooLarge)).isFalse();
    assertThat(Outage.causes(new SQLException("closed", "90098", 90098))).isTrue();
  }
}

package io.awaken.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Rows(228)
class SettingsTest {

  private static Settings with(Map<String, String> values) {
    return new Settings(key -> Optional.ofNullable(values.get(key)));
  }

  @Test
  void everyDefaultIsWithinItsLimits() {
    assertThat(with(Map.of()).checked().duration(RunSetting.LEASE))
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void everyWrongKeyIsNamedWithItsLimits() {
    assertThatIllegalStateException()
        .isThrownBy(
            () -> with(Map.of("awaken.runs.max", "0", "awaken.mailbox.lease", "soon")).checked())
        .withMessageContaining("awaken.runs.max is '0' but must be a whole number from 1 to 100000")
        .withMessageContaining("awaken.mailbox.lease is 'soon' but must be an ISO 8601 duration");
  }

  @Test
  void aRenewalMustFitThreeTimesIntoALease() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                with(Map.of("awaken.mailbox.lease", "PT10S", "awaken.mailbox.renew", "PT5S"))
                    .checked())
        .withMessageContaining("at most a third");
  }

  @ParameterizedTest
  @ValueSource(strings = {"awaken.mailbox.poll", "awaken.mailbox.sweep"})
  void aNodeMustPollAtLeastOnceInALease(String key) {
    assertThatIllegalStateException()
        .isThrownBy(() -> with(Map.of(key, "PT31S")).checked())
        .withMessage(key + " is 'PT31S' but must be at most awaken.mailbox.lease, which is PT30S");
    assertThat(with(Map.of(key, "PT30S")).checked().duration(RunSetting.LEASE))
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void theFirstRetryDelayMustNotExceedTheLongest() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                with(Map.of(
                        "awaken.mailbox.retry-base", "PT1M", "awaken.mailbox.retry-max", "PT30S"))
                    .checked())
        .withMessageContaining("retry-base must be at most awaken.mailbox.retry-max");
  }

  @Test
  void anInvalidChoiceIsNamedWithTheAllowedOnes() {
    assertThatIllegalStateException()
        .isThrownBy(() -> with(Map.of("awaken.state.restore", "maybe")).checked())
        .withMessage("awaken.state.restore is 'maybe' but must be one of usual, strict, lenient");
    assertThat(with(Map.of("awaken.state.restore", "strict")).choice(RunSetting.STATE_RESTORE))
        .isEqualTo("strict");
    assertThat(with(Map.of()).choice(RunSetting.STATE_RESTORE)).isEqualTo("usual");
  }

  @Test
  void aBlankValueCountsAsUnset() {
    assertThat(with(Map.of("awaken.runs.max", " ")).count(RunSetting.MAX_RUNS)).isEqualTo(2000);
  }

  @Test
  void transactionsMustLeaveConnectionsOfOurPool() {
    var more = Map.of("awaken.db.commits", "17");
    assertThatIllegalStateException()
        .isThrownBy(() -> with(more).checked())
        .withMessageContaining("awaken.db.commits must be at most 16");
    var elsewhere = Map.of("awaken.db.commits", "60", "awaken.datasource", "jdbc/large");
    assertThat(with(elsewhere).checked().count(RunSetting.DB_COMMITS)).isEqualTo(60);
  }

  @Test
  void theCurrencyOfQuotasMustBeValidForPrices() {
    for (String wrong : List.of("usd", "Dollar", "$")) {
      assertThatIllegalStateException()
          .isThrownBy(() -> with(Map.of("awaken.quota.currency", wrong)).checked())
          .withMessage("awaken.quota.currency must be three capital letters, such as USD");
    }
    assertThat(
            with(Map.of("awaken.quota.currency", "EUR")).checked().text(HttpSetting.QUOTA_CURRENCY))
        .hasValue("EUR");
  }
}

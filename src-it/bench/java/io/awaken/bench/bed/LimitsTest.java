package io.awaken.bench.bed;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.server.settings.HttpSetting;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks that all quotas are active while the server is measured. */
class LimitsTest {

  private static final Pattern QUOTA =
      Pattern.compile(
          "awaken\\.(quota\\.(?!currency|window).*"
              + "|http\\.(submits-per-minute|requests-per-second).*|stream\\.per-.*)");

  @Test
  void setsEveryQuotaOfTheServer() {
    Set<String> quotas =
        Arrays.stream(HttpSetting.values())
            .map(HttpSetting::key)
            .filter(QUOTA.asMatchPredicate())
            .collect(Collectors.toSet());

    assertThat(quotas).hasSize(18);
    assertThat(Limits.high().stringPropertyNames()).containsAll(quotas);
    assertThat(quotas)
        .allSatisfy(key -> assertThat(Limits.high().getProperty(key)).isNotEqualTo("0"));
  }
}

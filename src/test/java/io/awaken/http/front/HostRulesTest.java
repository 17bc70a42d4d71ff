package io.awaken.http.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Attacks;
import io.awaken.http.security.RefusedException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Attacks("S10")
class HostRulesTest {

  private final HostRules rules =
      HostRules.of(Set.of("agents.example", "other.example:8443", "[fd00::7]", "10.0.0.7"));

  @ParameterizedTest
  @CsvSource({
    "localhost,true",
    "localhost:8080,true",
    "LOCALHOST:1,true",
    "localhost.:8080,true",
    "127.0.0.1:8080,true",
    "[::1]:8080,true",
    "[::1],true",
    "[0:0:0:0:0:0:0:1],true",
    "[0::0001]:8080,true",
    "agents.example,true",
    "Agents.Example:9,true",
    "other.example:8443,true",
    "[FD00::7]:80,true",
    "[fd00:0:0::7],true",
    "10.0.0.7:8080,true",
    "other.example,false",
    "other.example:443,false",
    "127.0.0.2,false",
    "127.1,false",
    "0.0.0.0,false",
    "[::],false",
    "[::::1],false",
    "[0:0:0:0:0:0:0:2],false",
    "[::ffff:127.0.0.1],false",
    "localhost.evil.example,false",
    "evil-localhost,false",
    "sub.agents.example,false",
    "10.0.0.8,false"
  })
  void onlyListedNamesAreAccepted(String host, boolean served) {
    var refusal = rules.check(rules.host(List.of(host)));

    assertThat(refusal.isEmpty()).isEqualTo(served);
    refusal.ifPresent(
        refused -> {
          assertThat(refused.status()).isEqualTo(421);
          assertThat(refused.code()).isEqualTo("unknown_host");
          assertThat(refused.field()).isEqualTo("Host");
          assertThat(refused.message()).contains("awaken.http.hosts").doesNotContain(host);
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a b",
        "a,b",
        "user@localhost",
        "localhost:",
        "localhost:x",
        "localhost:65536",
        "localhost:8080:8080",
        "::1",
        "[::1",
        "localhost/",
        "http://localhost"
      })
  void anInvalidHostIsRefused(String host) {
    assertRefused(List.of(host), "malformed_host");
  }

  @Test
  void aRequestHasExactlyOneHost() {
    assertRefused(List.of(), "missing_host");
    assertRefused(List.of("localhost", "localhost"), "ambiguous_host");
    assertRefused(List.of("localhost", "evil.example"), "ambiguous_host");
  }

  @Test
  void anyHostIsAcceptedIfConfigured() {
    HostRules any = HostRules.of(Set.of("*", "agents.example"));

    assertThat(any.any()).isTrue();
    assertThat(any.check(any.host(List.of("evil.example")))).isEmpty();
    assertThat(rules.any()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://agents.example", "*.example", "a b", "agents.example:x"})
  void aSettingThatNamesNoHostsIsRefusedAtStart(String names) {
    assertThatIllegalStateException()
        .isThrownBy(() -> HostRules.of(Set.of(names)))
        .withMessageContaining("awaken.http.hosts")
        .withMessageContaining(names);
  }

  private void assertRefused(List<String> hosts, String code) {
    assertThatThrownBy(() -> rules.host(hosts))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> {
              assertThat(e.refusal().status()).isEqualTo(400);
              assertThat(e.refusal().code()).isEqualTo(code);
              assertThat(e.refusal().field()).isEqualTo("Host");
            });
  }
}

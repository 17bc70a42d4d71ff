package io.awaken.http.security.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.network.Addresses;
import io.awaken.fixture.Attacks;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {

  private static final String KEY = "awaken.http.trusted-proxies";

  @ParameterizedTest
  @CsvSource({
    "10.0.0.5, 10.0.0.5, true",
    "10.0.0.5, 10.0.0.6, false",
    "10.0.0.0/8, 10.255.255.255, true",
    "10.0.0.0/8, 11.0.0.0, false",
    "172.16.0.0/12, 172.31.0.1, true",
    "172.16.0.0/12, 172.32.0.1, false",
    "203.0.113.128/25, 203.0.113.127, false",
    "2001:db8::/32, 2001:db8:ffff::1, true",
    "2001:db8::/32, 2001:db9::1, false",
    "::1, ::1, true",
    "::1, 127.0.0.1, false",
    "127.0.0.1, ::ffff:127.0.0.1, true",
  })
  void anAddressIsInABlockOrNot(String block, String address, boolean expected) {
    assertThat(
            TrustedProxies.of(KEY, List.of(block)).contains(Addresses.parse(address).orElseThrow()))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "proxy.example",
        "10.0.0",
        "10.0.0.256",
        "010.0.0.1",
        "10.0.0.1/8",
        "10.0.0.0/33",
        "10.0.0.0/",
        "10.0.0.0/08",
        "10.0.0.0/-1",
        "10.0.0.0/8/8",
        "0.0.0.0/0",
        "::/0",
        "2001:db8::/129",
        "2001:db8::1/64",
        "fe80::1%eth0",
        "[::1]",
        "*"
      })
  @Attacks({"S52", "S56"})
  void anInvalidAddressIsRefusedNamingItsSetting(String text) {
    assertThatThrownBy(() -> TrustedProxies.of(KEY, List.of("10.0.0.5", text)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(KEY)
        .hasMessageContaining("'" + text + "'");
  }
}

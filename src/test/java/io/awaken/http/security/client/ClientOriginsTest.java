package io.awaken.http.security.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientOriginsTest {

  private static final ClientOrigins TRUSTING_NONE = new ClientOrigins(TrustedProxies.NONE);
  private static final ClientOrigins BEHIND_PROXIES =
      new ClientOrigins(
          TrustedProxies.of("key", List.of("10.0.0.0/8", "127.0.0.1", "2001:db8::7")));

  private static ClientOrigin origin(
      ClientOrigins origins, String remote, String local, Map<String, List<String>> headers) {
    return origins.of(
        remote, local, headers.keySet(), name -> headers.getOrDefault(name, List.of()));
  }

  /** Headers as {@code name: value}, separated by " ; ". */
  private static Map<String, List<String>> headers(String text) {
    var headers = new LinkedHashMap<String, List<String>>();
    if (text != null) {
      for (String line : text.split(" ; ")) {
        String[] parts = line.split(": ", 2);
        headers.put(parts[0], Arrays.asList(parts[1].split(" & ")));
      }
    }
    return headers;
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1, true",
    "127.9.9.9, 127.0.0.1, true",
    "::1, ::1, true",
    "0:0:0:0:0:0:0:1, 0:0:0:0:0:0:0:1, true",
    "::ffff:127.0.0.1, ::ffff:127.0.0.1, true",
    "192.0.2.1, 192.0.2.1, false",
    "127.0.0.1, 192.0.2.1, false",
    "192.0.2.1, 127.0.0.1, false",
    "fe80::1%eth0, fe80::1%eth0, false",
    "localhost, localhost, false",
    "127.1, 127.0.0.1, false",
    "'', '', false",
    ", , false",
  })
  @Attacks("S54")
  void aRequestIsLocalWhenBothEndsOfItsConnectionAreLoopback(
      String remote, String local, boolean expected) {
    assertThat(origin(TRUSTING_NONE, remote, local, Map.of()).local()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Forwarded",
        "FORWARDED",
        "Via",
        "X-Forwarded-For",
        "x-forwarded-proto",
        "X-Forwarded",
        "X-Forwarded-Anything",
        "X-Real-IP",
        "X-Client-IP",
        "True-Client-IP",
        "X-Cluster-Client-IP",
        "CF-Connecting-IP",
        "CloudFront-Viewer-Address",
        "Fly-Client-IP",
        "X-Envoy-External-Address",
        "X-Original-Forwarded-For",
        "WL-Proxy-Client-IP"
      })
  @Attacks("S54")
  void oneForwardingHeaderOfAnyKindMakesARequestForeign(String name) {
    assertThat(
            origin(TRUSTING_NONE, "127.0.0.1", "127.0.0.1", Map.of(name, List.of("127.0.0.1")))
                .local())
        .isFalse();
    assertThat(origin(TRUSTING_NONE, "127.0.0.1", "127.0.0.1", Map.of(name, List.of(""))).local())
        .isFalse();
  }

  @Test
  void headersThatBrowsersAndToolsSendDoNot() {
    var usual =
        List.of(
            "Host",
            "User-Agent",
            "Accept",
            "Origin",
            "Referer",
            "Cookie",
            "Connection",
            "Priority");
    var headers = new LinkedHashMap<String, List<String>>();
    usual.forEach(name -> headers.put(name, List.of("x")));

    assertThat(origin(TRUSTING_NONE, "::1", "::1", headers).local()).isTrue();
  }

  @Test
  @Attacks("S56")
  void headersOfAnUntrustedProxyAreIgnored() {
    var forged = headers("x-forwarded-for: 198.51.100.1");

    assertThat(origin(TRUSTING_NONE, "203.0.113.9", "192.0.2.1", forged).toString())
        .isEqualTo("203.0.113.9");
    assertThat(origin(BEHIND_PROXIES, "203.0.113.9", "192.0.2.1", forged).toString())
        .isEqualTo("203.0.113.9");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x-forwarded-for: 198.51.100.1                                 | 198.51.100.1
          x-forwarded-for: 1.1.1.1, 198.51.100.1                        | 198.51.100.1
          x-forwarded-for: 198.51.100.1, 10.0.0.2, 2001:db8::7          | 198.51.100.1
          x-forwarded-for: 1.1.1.1 & 198.51.100.1 & 10.0.0.2            | 198.51.100.1
          x-forwarded-for: 198.51.100.1:5678                            | 198.51.100.1
          x-forwarded-for: [2001:db8::1]:443                            | 2001:db8:0:0:0:0:0:1
          x-forwarded-for: 2001:db8::1                                  | 2001:db8:0:0:0:0:0:1
          x-forwarded-for: nonsense, 198.51.100.1                       | 198.51.100.1
          x-forwarded-for: 198.51.100.1, nonsense                       | 10.0.0.1
          x-forwarded-for: 198.51.100.1, unknown, 10.0.0.2              | 10.0.0.1
          x-forwarded-for: 198.51.100.1,                                | 10.0.0.1
          x-forwarded-for: 10.0.0.3, 10.0.0.2                           | 10.0.0.3
          forwarded: for=198.51.100.1                                   | 198.51.100.1
          forwarded: For="[2001:db8::1]:4711";proto=https;by=10.0.0.2   | 2001:db8:0:0:0:0:0:1
          forwarded: for=1.1.1.1, for=198.51.100.1;host="a,b;c"         | 198.51.100.1
          forwarded: for="1.1.1.1, for=198.51.100.1                     | 10.0.0.1
          forwarded: for="1.1.1.1, for="198.51.100.1"                   | 10.0.0.1
          forwarded: for=_hidden                                        | 10.0.0.1
          forwarded: proto=https                                        | 10.0.0.1
          x-real-ip: 198.51.100.1                                       | 198.51.100.1
          x-forwarded-for: 198.51.100.1 ; x-real-ip: 198.51.100.1       | 198.51.100.1
          x-forwarded-for: 198.51.100.1 ; x-real-ip: 10.0.0.2           | 198.51.100.1
          x-forwarded-for: 1.1.1.1 ; x-real-ip: 198.51.100.1            | 10.0.0.1
          x-forwarded-for: 198.51.100.1 ; forwarded: for=1.1.1.1        | 10.0.0.1
          x-client-ip: 198.51.100.1                                     | 10.0.0.1
                                                                        | 10.0.0.1
          """)
  @Attacks("S56")
  void aTrustedProxyNamesTheClientUnlessItsHeadersDisagree(String sent, String client) {
    ClientOrigin origin = origin(BEHIND_PROXIES, "10.0.0.1", "10.0.0.9", headers(sent));

    assertThat(origin.toString()).isEqualTo(client);
    assertThat(origin.local()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x-forwarded-for: 127.0.0.1                                | true
          x-forwarded-for: ::1 ; x-forwarded-proto: http ; via: p   | true
          x-forwarded-for: 127.0.0.1, 198.51.100.1                  | false
          x-forwarded-for: 198.51.100.1, 127.0.0.1                  | false
          x-forwarded-for: 127.0.0.1 ; forwarded: for=198.51.100.1  | false
          x-forwarded-for: 127.0.0.1 ; cf-connecting-ip: 1.1.1.1    | false
                                                                    | false
          """)
  @Attacks("S54")
  void behindALocalTrustedProxyTheClientMustBeLoopback(String sent, boolean expected) {
    assertThat(origin(BEHIND_PROXIES, "127.0.0.1", "127.0.0.1", headers(sent)).local())
        .isEqualTo(expected);
  }

  @Test
  void anEndlessChainNamesNoOne() {
    String chain = "198.51.100.1" + ", 10.0.0.2".repeat(40);

    assertThat(
            origin(BEHIND_PROXIES, "10.0.0.1", "10.0.0.9", headers("x-forwarded-for: " + chain))
                .toString())
        .isEqualTo("10.0.0.1");
  }

  @Test
  void aClientIsCountedByItsAddressAndInIpv6ByItsNetwork() {
    assertThat(origin(TRUSTING_NONE, "203.0.113.9", "192.0.2.1", Map.of()).countedAs())
        .hasValue("203.0.113.9");
    var one = origin(TRUSTING_NONE, "2001:db8:1:2:3::4", "2001:db8::1", Map.of()).countedAs();
    var other = origin(TRUSTING_NONE, "2001:db8:1:2:ffff::9", "2001:db8::1", Map.of()).countedAs();
    var stranger = origin(TRUSTING_NONE, "2001:db8:1:3::4", "2001:db8::1", Map.of()).countedAs();

    assertThat(one).hasValue("20010db800010002/64").isEqualTo(other).isNotEqualTo(stranger);
    assertThat(origin(TRUSTING_NONE, "::1", "::1", Map.of()).countedAs()).isEmpty();
    assertThat(origin(TRUSTING_NONE, null, null, Map.of()).countedAs()).hasValue("unknown");
  }
}

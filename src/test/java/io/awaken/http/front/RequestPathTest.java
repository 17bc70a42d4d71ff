package io.awaken.http.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Attacks("S29")
class RequestPathTest {

  @ParameterizedTest
  @CsvSource({
    "/v1/threads/%zz,400",
    "/%,400",
    "/%4,400",
    "/a%c0%ae,400",
    "/%ed%a0%80,400",
    "/%e4,400",
    "/a%00b,400",
    "/a%0d%0ab,400",
    "/ä,400",
    "/v1/%2e%2e/metrics,404",
    "/v1/../metrics,404",
    "/v1/./agents,404",
    "/v1/%2E%2e/metrics,404",
    "/v1/..;x/metrics,404",
    "/v1/..%2fmetrics,404",
    "/v1%2f..%2fmetrics,404",
    "/v1/..%5cmetrics,404",
    "/v1/threads/%2e,404",
    "/..,404",
    "/,",
    "/v1/agents,",
    "/v1/threads/a%20b,",
    "/v1/threads/%c3%a4,",
    "/v1/threads/...,",
    "/v1/threads/..a,",
    "/v1/threads/%252e%252e,"
  })
  void anAmbiguousPathIsRefused(String path, Integer status) {
    assertThat(RequestPath.check(path).map(refusal -> refusal.status()).orElse(null))
        .isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "a=%zz,400",
    "%,400",
    "a=%c0%ae,400",
    "a=%ed%a0%80,400",
    "a=ä,400",
    "a=b,",
    "a=%20b+c&d,",
    "a=..%2f,",
    ","
  })
  void aQueryMustBePercentEncodedUtf8(String query, Integer status) {
    assertThat(RequestPath.checkQuery(query).map(refusal -> refusal.status()).orElse(null))
        .isEqualTo(status);
  }
}

package io.awaken.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundRequestTest {

  private static final URI ADDRESS = URI.create("https://host/v1?key=canary");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host", "host", "Connection", "content-length", "Transfer-Encoding", "TE", "Upgrade",
        "Expect", "Proxy-Authorization", "", "a b", "a:b", "a\nb", "ä"
      })
  void aHeaderOfTheClientOrWithAWrongNameIsRefused(String name) {
    assertThat(OutboundRequest.sendable(name, "canary")).isFalse();
    assertThatThrownBy(() -> OutboundRequest.get(ADDRESS, Map.of(name, "canary")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("header " + name + " cannot be sent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\r\nX: y", "a\u0000", "\u007f", "東"})
  void invalidHeaderValuesAreRefused(String value) {
    assertThat(OutboundRequest.sendable("X-A", value)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b\tc", "Zürich"})
  void otherHeaderValuesAreSent(String value) {
    assertThat(OutboundRequest.sendable("X-A", value)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://host/", "file:/etc/passwd", "/v1", "https:///v1", "http://a_b"})
  void anAddressWithoutAHostOfHttpIsRefused(String address) {
    assertThatThrownBy(() -> OutboundRequest.get(URI.create(address), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void textFormsContainNoSecrets() {
    assertThat(OutboundRequest.post(ADDRESS, Map.of("X-Key", "canary"), new byte[] {1}).toString())
        .isEqualTo("POST https://host/v1");
    assertThat(new AnswerHead(200, Map.of("Set-Cookie", List.of("canary"))).toString())
        .doesNotContain("canary");
  }

  @Test
  void headerNamesAreCaseInsensitive() {
    var head = new AnswerHead(200, Map.of("content-type", List.of("a", "b")));

    assertThat(head.header("Content-Type")).contains("a");
    assertThat(head.header("Date")).isEmpty();
  }
}

package io.awaken.builtin.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(1072)
class MessageAddressTest {

  private static final URI STREAM = URI.create("https://files.example/a/sse?key=1");

  @ParameterizedTest
  @CsvSource({
    "/messages/?session_id=1, https://files.example/messages/?session_id=1",
    "messages?id=1, https://files.example/a/messages?id=1",
    "?session=1, https://files.example/a/?session=1",
    "https://files.example/m, https://files.example/m",
    "HTTPS://FILES.example:443/m, HTTPS://FILES.example:443/m",
    "//files.example/m, https://files.example/m"
  })
  void anAddressOnTheServerOfTheStreamIsTaken(String named, String address) throws Exception {
    assertThat(EventStreamTransport.messageAddress(STREAM, named)).isEqualTo(URI.create(address));
  }

  @ParameterizedTest
  @Attacks("S22")
  @CsvSource({
    "http://files.example/m, is not on the server",
    "https://files.example:8443/m, is not on the server",
    "https://other.example/m, is not on the server",
    "//other.example/m, is not on the server",
    "https://files.example.other.example/m, is not on the server",
    "https://files.example@other.example/m, is not on the server",
    "file:///etc/passwd, is not on the server",
    "mailto:a@files.example, is not on the server",
    "https://user@files.example/m, has a user or a fragment",
    "/m#part, has a user or a fragment",
    "{\"jsonrpc\":\"2.0\"}, is no address",
    "a b, is no address"
  })
  void anyOtherAddressIsRefusedWithoutQuotingIt(String named, String reason) {
    assertThatThrownBy(() -> EventStreamTransport.messageAddress(STREAM, named))
        .isInstanceOf(McpException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining(named);
  }

  @Test
  void aVeryLongAddressIsRefused() {
    assertThatThrownBy(() -> EventStreamTransport.messageAddress(STREAM, "/" + "x".repeat(4_096)))
        .hasMessage("its address for messages has more than 4096 characters");
  }
}

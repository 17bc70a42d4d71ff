package io.awaken.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.client.ClientOrigin;
import io.awaken.http.security.client.ClientOrigins;
import io.awaken.http.security.client.TrustedProxies;
import io.awaken.protocol.agui.event.Dialect;
import io.awaken.protocol.agui.request.RunInput;
import io.awaken.protocol.agui.request.RunInputs;
import io.awaken.protocol.aisdk.request.ChatRequest;
import io.awaken.protocol.aisdk.request.ChatRequests;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that the server's decoders accept the requests of the load. */
class ProtocolTest {

  private static ObjectNode body(Protocol protocol) throws IOException {
    byte[] body = protocol.body("agent").getBytes(StandardCharsets.UTF_8);
    return ProtocolJson.object(new ByteArrayInputStream(body));
  }

  @Test
  void theChatRequestSendsOneMessageToTheAgent() throws IOException {
    ChatRequest read = ChatRequests.read(body(Protocol.AI_SDK));

    assertThat(read.agentId()).isEqualTo("agent");
    assertThat(read.input()).isInstanceOf(ChatRequest.NewMessages.class);
    assertThat(read.threadId()).isNotEqualTo(ChatRequests.read(body(Protocol.AI_SDK)).threadId());
  }

  @Test
  void theRunRequestSendsOneMessageInTheCurrentVersion() throws IOException {
    RunInput read = RunInputs.read(body(Protocol.AG_UI), null);

    assertThat(read.messages()).hasSize(1);
    assertThat(read.dialect()).isEqualTo(Dialect.V1_0);
    assertThat(read.names()).isNotEqualTo(RunInputs.read(body(Protocol.AG_UI), null).names());
  }

  @ParameterizedTest
  @EnumSource
  void aRequestContainsTheLengthOfItsBody(Protocol protocol) {
    String request = new String(protocol.request("agent"), StandardCharsets.US_ASCII);
    String[] parts = request.split("\r\n\r\n", 2);

    assertThat(parts[0]).startsWith("POST /v1/").contains("Content-Length: " + parts[1].length());
  }

  @ParameterizedTest
  @EnumSource
  void quotasApplyToTheLoadOnTheSameMachine(Protocol protocol) {
    String request = new String(protocol.request("agent"), StandardCharsets.US_ASCII);
    List<String> headers =
        request.lines().skip(1).takeWhile(line -> !line.isEmpty()).map(ProtocolTest::name).toList();

    ClientOrigin client =
        new ClientOrigins(TrustedProxies.NONE)
            .of("127.0.0.1", "127.0.0.1", headers, name -> List.of());

    assertThat(client.countedAs()).isPresent();
  }

  @Test
  void eachMessageOverA2aHasAnIdOfItsOwn() {
    String message = new String(Protocol.message("agent"), StandardCharsets.US_ASCII);
    String[] parts = message.split("\r\n\r\n", 2);

    assertThat(parts[0])
        .startsWith("POST /v1/a2a/agent/message:send?A2A-Version=1.0 HTTP/1.1\r\n")
        .contains("Content-Length: " + parts[1].length());
    assertThat(Protocol.message("agent")).isNotEqualTo(Protocol.message("agent"));
  }

  private static String name(String header) {
    return header.substring(0, header.indexOf(':'));
  }

  @Test
  void protocolsKeepTheGivenOrder() {
    assertThat(Protocol.named("ag-ui, native")).containsExactly(Protocol.AG_UI, Protocol.NATIVE);
    assertThatThrownBy(() -> Protocol.named("a2a")).hasMessageContaining("a2a");
  }
}

package io.awaken.builtin.a2a;

import static io.awaken.builtin.a2a.RemoteServer.json;
import static io.awaken.builtin.a2a.RemoteServer.status;
import static io.awaken.builtin.a2a.RemoteServer.stream;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.a2a.AgentCard.Binding;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.RemoteEndpoint;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which agent cards a run accepts. */
class AgentCardTest {

  private static final String ANSWER = A2aAgentTest.task("COMPLETED", "a-1", "Hello.");

  private static String failure(RemoteServer server, UnaryOperator<RemoteEndpoint> change) {
    try (var bed = new RemoteBed(server, change)) {
      server.on("SendStreamingMessage", stream(ANSWER));
      TerminationReason end = bed.run("Hi").termination();
      return end instanceof TerminationReason.Error error ? error.value() : "answered";
    }
  }

  static Stream<Arguments> refusedCards() {
    return Stream.of(
        Arguments.of("card_redirected", status(302, "Location", "http://127.0.0.1/card.json")),
        Arguments.of("card_unavailable", status(404)),
        Arguments.of("card_invalid", json("[]")),
        Arguments.of("card_invalid", json("<html>")),
        Arguments.of("card_too_large", json(" ".repeat(CardSource.MAX_BYTES) + "{}")),
        Arguments.of("no_interface", json("{}")),
        Arguments.of(
            "no_interface",
            json(
                "{\"supportedInterfaces\":[{\"url\":\"http://a\",\"protocolBinding\":\"GRPC\","
                    + "\"protocolVersion\":\"1.0\"}]}")),
        Arguments.of(
            "version_not_supported",
            json("{\"url\":\"http://a\",\"protocolVersion\":\"0.3.0\",\"name\":\"old\"}")),
        Arguments.of(
            "version_not_supported",
            json(
                "{\"supportedInterfaces\":[{\"url\":\"http://a\",\"protocolBinding\":\"JSONRPC\","
                    + "\"protocolVersion\":\"0.3\"}]}")),
        Arguments.of(
            "card_invalid",
            json(
                "{\"supportedInterfaces\":[{\"url\":\"file:/etc/passwd\","
                    + "\"protocolBinding\":\"JSONRPC\",\"protocolVersion\":\"1.0\"}]}")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusedCards")
  @Rows(196)
  @Attacks("S25")
  void aCardThatCannotBeUsedFailsTheRunWithItsName(String code, RemoteServer.Answer card) {
    try (var server = new RemoteServer(Binding.HTTP_JSON)) {
      server.card = card;

      assertThat(failure(server, same -> same))
          .startsWith("the remote agent cannot be used: " + code + ": ")
          .endsWith("(remote_refused)");
      assertThat(server.seen("SendStreamingMessage")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://10.1.2.3/a2a",
    "http://169.254.169.254/latest",
    "http://[::1]:9/",
    "http://127.0.0.1:1/"
  })
  @Rows(196)
  @Attacks("S22")
  void anInterfaceAtAForbiddenAddressIsNotReached(String url) {
    try (var server = new RemoteServer(Binding.HTTP_JSON)) {
      server.card(card -> ((ObjectNode) card.at("/supportedInterfaces/0")).put("url", url));

      assertThat(failure(server, same -> same))
          .startsWith("the remote agent cannot be used: address_refused: ");
    }
  }

  @Test
  @Rows(23)
  @Attacks("S16")
  void credentialsAreSentToTheServerOfBaseUrlOnly() {
    UnaryOperator<RemoteEndpoint> secret =
        usual -> RemoteBed.changed(usual, "s3cret-token", null, null);
    try (var server = new RemoteServer(Binding.HTTP_JSON)) {
      assertThat(failure(server, secret)).isEqualTo("answered");
      assertThat(server.seen)
          .isNotEmpty()
          .allMatch(each -> each.headers().get("Authorization").contains("Bearer s3cret-token"));
    }
    try (var server = new RemoteServer(Binding.HTTP_JSON)) {
      server.card(
          card ->
              ((ObjectNode) card.at("/supportedInterfaces/0"))
                  .put("url", "http://localhost:" + server.port()));
      assertThat(failure(server, secret)).contains("card_of_other_server").doesNotContain("s3cret");
    }
  }

  @ParameterizedTest
  @CsvSource({"HTTP_JSON, /a2a/mine/message:stream", "JSON_RPC, /a2a"})
  @Rows(23)
  void theTargetIsTheTenant(Binding binding, String path) {
    try (var server = new RemoteServer(binding)) {
      server.card(
          card -> ((ObjectNode) card.at("/supportedInterfaces/0")).put("tenant", "another"));

      assertThat(failure(server, usual -> RemoteBed.changed(usual, null, "mine", null)))
          .isEqualTo("answered");
      RemoteServer.Seen sent = server.seen("SendStreamingMessage").getFirst();
      assertThat(sent.path()).isEqualTo(path);
      assertThat(sent.params().path("tenant").asText())
          .isEqualTo(binding == Binding.JSON_RPC ? "mine" : "");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "EC, ES256, SHA256withECDSAinP1363Format",
    "RSA, RS256, SHA256withRSA",
    "Ed25519, EdDSA, Ed25519"
  })
  @Rows(196)
  @Attacks("S25")
  void aCardOfAPinnedServerMustBeSignedWithItsKey(String type, String name, String algorithm)
      throws Exception {
    KeyPair pinned = KeyPairGenerator.getInstance(type).generateKeyPair();
    KeyPair other = KeyPairGenerator.getInstance(type).generateKeyPair();
    UnaryOperator<RemoteEndpoint> pin = RemoteBed.option("card_key", pem(pinned));

    for (Card sent : List.of(Card.SIGNED, Card.OTHER_KEY, Card.CHANGED, Card.NONE)) {
      try (var server = new RemoteServer(Binding.HTTP_JSON)) {
        server.card(
            card -> sign(card, sent, sent == Card.OTHER_KEY ? other : pinned, name, algorithm));
        assertThat(failure(server, pin))
            .as(sent.name())
            .contains(sent == Card.SIGNED ? "answered" : "card_signature_invalid");
      }
    }
  }

  private enum Card {
    SIGNED,
    OTHER_KEY,
    CHANGED,
    NONE
  }

  private static String pem(KeyPair pair) {
    String body = Base64.getMimeEncoder().encodeToString(pair.getPublic().getEncoded());
    return "-----BEGIN PUBLIC KEY-----\n" + body + "\n-----END PUBLIC KEY-----\n";
  }

  private static void sign(ObjectNode card, Card how, KeyPair pair, String name, String algorithm) {
    if (how == Card.NONE) {
      return;
    }
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    String header =
        base64.encodeToString(
            ("{\"alg\":\"" + name + "\",\"typ\":\"JOSE\"}").getBytes(StandardCharsets.UTF_8));
    // Written by hand: the canonical form of the usual card.
    String url = card.at("/supportedInterfaces/0/url").asText();
    String canonical =
        ("{'capabilities':{'streaming':true},'description':'Far away.','name':'far',"
                + "'supportedInterfaces':[{'protocolBinding':'HTTP+JSON','protocolVersion':'1.0',"
                + "'url':'"
                + url
                + "'}]}")
            .replace('\'', '"');
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(pair.getPrivate());
      String payload = base64.encodeToString(canonical.getBytes(StandardCharsets.UTF_8));
      signature.update((header + "." + payload).getBytes(StandardCharsets.US_ASCII));
      card.putArray("signatures")
          .addObject()
          .put("protected", header)
          .put("signature", base64.encodeToString(signature.sign()));
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    if (how == Card.CHANGED) {
      card.put("description", "Not far away.");
    }
  }
}

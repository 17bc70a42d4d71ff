package io.awaken.protocol.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.fixture.Rows;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signatures of cards, without our own client; {@link A2aClientOfThisServerTest} has that. */
@Rows(241)
class CardSignerTest {

  /** As the SDKs write it: names in order, nothing empty, text as it is. */
  private static final String CARD =
      "{'name':'Ä/b','description':'','skills':[],'version':'1','capabilities':{'b':false,'a':true},"
          + "'securityRequirements':[{'schemes':{'bearer':{'list':[]}}}]}";

  private static final String CANONICAL =
      "{'capabilities':{'a':true,'b':false},'name':'Ä/b','version':'1'}";

  @ParameterizedTest
  @CsvSource({
    "EC, ES256, SHA256withECDSAinP1363Format",
    "RSA, RS256, SHA256withRSA",
    "Ed25519, EdDSA, Ed25519"
  })
  void theCanonicalCardIsSignedWithTheNameOfTheKey(String type, String name, String algorithm)
      throws Exception {
    var keys = KeyPairGenerator.getInstance(type);
    if (type.equals("EC")) {
      keys.initialize(256);
    }
    KeyPair pair = keys.generateKeyPair();
    ObjectNode card = A2aApi.json(CARD);

    CardSigner.of(pair.getPrivate(), "k-1", "https://keys.example/set").sign(card);

    JsonNode signed = card.at("/signatures/0");
    Base64.Decoder base64 = Base64.getUrlDecoder();
    String header = new String(base64.decode(signed.get("protected").asText()));
    assertThat(A2aApi.json(header))
        .isEqualTo(
            A2aApi.json(
                "{'typ':'JOSE','kid':'k-1','jku':'https://keys.example/set','alg':'"
                    + name
                    + "'}"));
    Signature check = Signature.getInstance(algorithm);
    check.initVerify(pair.getPublic());
    String payload =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(CANONICAL.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    check.update((signed.get("protected").asText() + "." + payload).getBytes());
    assertThat(check.verify(base64.decode(signed.get("signature").asText()))).isTrue();
  }

  @Test
  void withoutAKeySetThereIsNoAddressAndWithoutAKeyNoSignature() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    ObjectNode card = A2aApi.json(CARD);
    CardSigner.NONE.sign(card);
    assertThat(card.has("signatures")).isFalse();

    CardSigner.of(pair.getPrivate(), "k-1", null).sign(card);
    String header = card.at("/signatures/0/protected").asText();
    assertThat(new String(Base64.getUrlDecoder().decode(header))).doesNotContain("jku");
  }

  @Test
  void anotherCurveIsRefused() throws Exception {
    var curves = KeyPairGenerator.getInstance("EC");
    curves.initialize(new ECGenParameterSpec("secp384r1"));
    var key = curves.generateKeyPair().getPrivate();

    assertThatThrownBy(() -> CardSigner.of(key, "k-1", null))
        .hasMessage("of the EC curves only P-256 signs cards");
  }
}

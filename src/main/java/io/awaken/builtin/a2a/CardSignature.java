package io.awaken.builtin.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.text.CanonicalJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/**
 * Checks the signatures of agent cards (A2A 1.0, 8.4): JWS (RFC 7515) over the card without its
 * signatures as canonical JSON (RFC 8785). Only a pinned key counts: keys that a card names are
 * ignored. Stateless.
 */
final class CardSignature {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SIGNATURES = "signatures";

  private CardSignature() {}

  /**
   * Reads a public key.
   *
   * @param pem SubjectPublicKeyInfo in PEM: RSA, EC P-256 or Ed25519
   * @throws IllegalArgumentException when it is no such key
   */
  static PublicKey key(String pem) {
    String body = pem.replaceAll("-----(BEGIN|END) PUBLIC KEY-----", "").replaceAll("\\s", "");
    byte[] bytes = Base64.getDecoder().decode(body);
    for (String type : List.of("EC", "RSA", "Ed25519")) {
      try {
        return KeyFactory.getInstance(type).generatePublic(new X509EncodedKeySpec(bytes));
      } catch (GeneralSecurityException e) {
        // Another type.
      }
    }
    throw new IllegalArgumentException("must be a public key in PEM: EC, RSA or Ed25519");
  }

  /** Whether one of the card's signatures was made with this key. */
  static boolean isSigned(ObjectNode card, PublicKey key) {
    ObjectNode unsigned = card.deepCopy();
    JsonNode signatures = unsigned.remove(SIGNATURES);
    if (signatures == null) {
      return false;
    }
    // SDKs omit empty values of the card that they then serve.
    List<String> payloads =
        List.of(encoded(CanonicalJson.of(unsigned)), encoded(CanonicalJson.withoutEmpty(unsigned)));
    for (JsonNode signature : signatures) {
      if (payloads.stream().anyMatch(payload -> isValid(signature, payload, key))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isValid(JsonNode signature, String payload, PublicKey key) {
    try {
      String header = signature.path("protected").asText();
      String name = JSON.readTree(Base64.getUrlDecoder().decode(header)).path("alg").asText();
      Signature check = Signature.getInstance(algorithm(name, key));
      check.initVerify(key);
      check.update((header + "." + payload).getBytes(StandardCharsets.US_ASCII));
      return check.verify(Base64.getUrlDecoder().decode(signature.path("signature").asText()));
    } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
      return false;
    }
  }

  /** The algorithm must be one for the key, so that a card cannot choose a weaker one. */
  private static String algorithm(String name, PublicKey key) {
    return switch (key.getAlgorithm() + " " + name) {
      case "EC ES256" -> "SHA256withECDSAinP1363Format";
      case "RSA RS256" -> "SHA256withRSA";
      case "EdDSA EdDSA", "EdDSA Ed25519" -> "Ed25519";
      default -> throw new IllegalArgumentException("no algorithm for this key");
    };
  }

  private static String encoded(JsonNode json) {
    byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}

package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.text.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECKey;
import java.util.Base64;

/**
 * Signs agent cards (A2A 1.0, 8.4): JWS (RFC 7515) with the canonical card as its detached payload,
 * without empty values as the SDKs of the protocol have it. Immutable, thread-safe.
 */
public final class CardSigner {

  /** Signs nothing. */
  public static final CardSigner NONE = new CardSigner(null, null, null, null);

  private final PrivateKey key;
  private final String algorithm;
  private final String signature;
  private final String header;

  private CardSigner(PrivateKey key, String algorithm, String signature, ObjectNode header) {
    this.key = key;
    this.algorithm = algorithm;
    this.signature = signature;
    this.header = header == null ? null : encoded(header.put("alg", algorithm));
  }

  /**
   * @param keyId the {@code kid} of its signatures
   * @param keySet address of the JWK set with the public key; null for none
   * @throws IllegalArgumentException when the key is neither EC P-256 nor RSA nor Ed25519
   */
  public static CardSigner of(PrivateKey key, String keyId, String keySet) {
    ObjectNode header = JsonNodeFactory.instance.objectNode().put("typ", "JOSE").put("kid", keyId);
    if (keySet != null) {
      header.put("jku", keySet);
    }
    return switch (key.getAlgorithm()) {
      case "EC" -> {
        if (((ECKey) key).getParams().getOrder().bitLength() != 256) {
          throw new IllegalArgumentException("of the EC curves only P-256 signs cards");
        }
        yield new CardSigner(key, "ES256", "SHA256withECDSAinP1363Format", header);
      }
      case "RSA" -> new CardSigner(key, "RS256", "SHA256withRSA", header);
      default -> new CardSigner(key, "EdDSA", "Ed25519", header);
    };
  }

  /** Adds the signature to a card that is complete otherwise. */
  void sign(ObjectNode card) {
    if (key == null) {
      return;
    }
    String payload = encoded(CanonicalJson.withoutEmpty(card));
    try {
      Signature made = Signature.getInstance(signature);
      made.initSign(key);
      made.update((header + "." + payload).getBytes(StandardCharsets.US_ASCII));
      card.putArray("signatures")
          .addObject()
          .put("protected", header)
          .put("signature", base64(made.sign()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the key of the cards cannot sign with " + algorithm, e);
    }
  }

  private static String encoded(JsonNode json) {
    return base64(json.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}

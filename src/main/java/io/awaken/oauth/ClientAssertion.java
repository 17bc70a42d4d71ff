package io.awaken.oauth;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.PemKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** Authenticates a client by its private key (RFC 7523, 2.2; OpenID {@code private_key_jwt}). */
final class ClientAssertion {

  static final String TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

  private static final Duration LIFE = Duration.ofMinutes(2);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private ClientAssertion() {}

  /**
   * Creates a signed assertion for one authorization server and one use.
   *
   * @param client a client with a key
   * @throws AccessRefused when the key does not fit the server's algorithms
   */
  static String of(ClientIdentity client, AuthorizationServer server, Instant now)
      throws AccessRefused {
    PrivateKey key =
        PemKey.read(client.key())
            .orElseThrow(
                () -> new AccessRefused("auth.private_key is no private key, PKCS #8 in PEM"));
    String algorithm = algorithm(key, server.algorithms());
    ObjectNode header = MAPPER.createObjectNode().put("alg", algorithm).put("typ", "JWT");
    if (client.keyId() != null) {
      header.put("kid", client.keyId());
    }
    ObjectNode claims =
        MAPPER
            .createObjectNode()
            .put("iss", client.id())
            .put("sub", client.id())
            .put("aud", server.issuer())
            .put("jti", UserGrants.random())
            .put("iat", now.getEpochSecond())
            .put("exp", now.plus(LIFE).getEpochSecond());
    String signed = encoded(header) + "." + encoded(claims);
    return signed + "." + signature(key, algorithm, signed);
  }

  private static String algorithm(PrivateKey key, List<String> wanted) throws AccessRefused {
    List<String> able =
        switch (key) {
          case ECPrivateKey curve ->
              switch (curve.getParams().getOrder().bitLength()) {
                case 256 -> List.of("ES256");
                case 384 -> List.of("ES384");
                default -> List.of("ES512");
              };
          case RSAPrivateKey any -> List.of("RS256", "PS256");
          default -> List.of("EdDSA");
        };
    return able.stream()
        .filter(each -> wanted.isEmpty() || wanted.contains(each))
        .findFirst()
        .orElseThrow(
            () ->
                new AccessRefused(
                    "the authorization server takes no signature of the kind " + able.getFirst()));
  }

  private static String signature(PrivateKey key, String algorithm, String text)
      throws AccessRefused {
    try {
      Signature signature =
          Signature.getInstance(
              switch (algorithm) {
                case "ES256" -> "SHA256withECDSAinP1363Format";
                case "ES384" -> "SHA384withECDSAinP1363Format";
                case "ES512" -> "SHA512withECDSAinP1363Format";
                case "RS256" -> "SHA256withRSA";
                case "PS256" -> "RSASSA-PSS";
                default -> "Ed25519";
              });
      if (algorithm.equals("PS256")) {
        signature.setParameter(
            new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
      }
      signature.initSign(key);
      signature.update(text.getBytes(StandardCharsets.US_ASCII));
      return BASE64.encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new AccessRefused("auth.private_key cannot sign: " + e.getMessage());
    }
  }

  private static String encoded(ObjectNode part) {
    return BASE64.encodeToString(part.toString().getBytes(StandardCharsets.UTF_8));
  }
}

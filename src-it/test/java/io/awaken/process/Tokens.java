package io.awaken.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Issues valid and invalid JSON Web Tokens. */
public final class Tokens {

  static final String ISSUER = "https://issuer.example";
  static final String AUDIENCE = "awaken";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final KeyPair keys = newKeys();
  private final String kid;

  public Tokens() {
    this(null);
  }

  /**
   * @param kid the id of the key in headers of tokens; null for none
   */
  Tokens(String kid) {
    this.kid = kid;
  }

  /** The public key as part of a key set. */
  Map<String, String> jwk() {
    var key = (RSAPublicKey) keys.getPublic();
    return Map.of(
        "kty",
        "RSA",
        "use",
        "sig",
        "alg",
        "RS256",
        "kid",
        kid,
        "n",
        BASE64.encodeToString(unsigned(key.getModulus())),
        "e",
        BASE64.encodeToString(unsigned(key.getPublicExponent())));
  }

  private static byte[] unsigned(BigInteger number) {
    byte[] bytes = number.toByteArray();
    return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
  }

  private static KeyPair newKeys() {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2_048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Settings with which a server checks the tokens; writes the public key into the folder. */
  public Map<String, String> settings(Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("key.pem"), pem(keys.getPublic()));
    return Map.of(
        "mp.jwt.verify.publickey.location",
        file.toUri().toString(),
        "mp.jwt.verify.issuer",
        ISSUER,
        "mp.jwt.verify.audiences",
        AUDIENCE,
        "awaken.security.tenant-claim",
        "org.tenant");
  }

  private static String pem(PublicKey key) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
    return "-----BEGIN PUBLIC KEY-----\n" + base64 + "\n-----END PUBLIC KEY-----\n";
  }

  /** The claims of a token that is valid for an hour. */
  static Map<String, Object> claims(String tenant, String name, String... roles) {
    long now = Instant.now().getEpochSecond();
    var claims = new LinkedHashMap<String, Object>();
    claims.put("iss", ISSUER);
    claims.put("aud", AUDIENCE);
    claims.put("jti", UUID.randomUUID().toString());
    claims.put("sub", "id-of-" + name);
    claims.put("upn", name);
    claims.put("groups", List.of(roles));
    claims.put("iat", now);
    claims.put("exp", now + Duration.ofHours(1).toSeconds());
    if (tenant != null) {
      claims.put("org", Map.of("tenant", tenant));
    }
    return claims;
  }

  /**
   * A token that is valid for an hour.
   *
   * @param tenant null for a token without a tenant
   */
  public String good(String tenant, String name, String... roles) {
    return signed(claims(tenant, name, roles));
  }

  String signed(Map<String, Object> claims) {
    return signed(kid, claims, keys.getPrivate());
  }

  /** Signed with a key that the server does not trust. */
  static String forged(Map<String, Object> claims) {
    return signed(null, claims, newKeys().getPrivate());
  }

  static String unsigned(Map<String, Object> claims) {
    return content("none", null, claims) + ".";
  }

  /** Signed with HMAC, with the public key as the shared secret. */
  String signedWithThePublicKey(Map<String, Object> claims) {
    try {
      String content = content("HS256", null, claims);
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(pem(keys.getPublic()).getBytes(StandardCharsets.UTF_8), "HMAC"));
      return content + "." + BASE64.encodeToString(mac.doFinal(bytes(content)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String signed(String kid, Map<String, Object> claims, PrivateKey key) {
    try {
      String content = content("RS256", kid, claims);
      var signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key);
      signature.update(bytes(content));
      return content + "." + BASE64.encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String content(String algorithm, String kid, Map<String, Object> claims) {
    var header = new LinkedHashMap<String, Object>(Map.of("alg", algorithm, "typ", "JWT"));
    if (kid != null) {
      header.put("kid", kid);
    }
    return part(header) + "." + part(claims);
  }

  private static String part(Map<String, Object> json) {
    try {
      return BASE64.encodeToString(JSON.writeValueAsBytes(json));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

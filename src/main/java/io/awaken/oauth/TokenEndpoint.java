package io.awaken.oauth;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.PemKey;
import io.awaken.oauth.ClientIdentities.ClientIdentity;
import io.awaken.oauth.Credentials.ServerToken;
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
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Requests tokens (RFC 6749, 5; RFC 8693; RFC 8707). Thread-safe. */
final class TokenEndpoint {

  static final String CLIENT_SECRET_BASIC = "client_secret_basic";
  static final String CLIENT_SECRET_POST = "client_secret_post";
  static final String NO_SECRET = "none";

  /**
   * The token type requested from an identity provider (Identity Assertion JWT Authorization
   * Grant).
   */
  static final String ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";

  private static final String PRIVATE_KEY_JWT = "private_key_jwt";
  private static final String WHAT = "the token endpoint";
  private static final String PROVIDER = "the token endpoint of the identity provider";

  /** A token is renewed this long before it expires, or at three quarters of a short lifetime. */
  private static final Duration BEFORE = Duration.ofSeconds(60);

  private static final int MAX_TOKEN = 16 << 10;

  /** A longer lifetime is capped to this. */
  private static final long MAX_SECONDS = Duration.ofDays(3_650).toSeconds();

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/:|-]+=*");
  private static final Pattern CODE = Pattern.compile("[a-z_]{1,64}");

  private final OAuthHttp http;
  private final InstantSource clock;

  TokenEndpoint(OAuthHttp http, InstantSource clock) {
    this.http = http;
    this.clock = clock;
  }

  /**
   * Requests a token for the resource.
   *
   * @param grant its parameters
   * @param scope the requested scope; null for none
   * @throws Refused when the authorization server rejects the request
   */
  ServerToken ask(
      Discovery.Found found, ClientIdentity client, Map<String, String> grant, String scope)
      throws AccessRefused, Refused, InterruptedException {
    var form = new LinkedHashMap<>(grant);
    form.put("resource", found.resource());
    Instant asked = clock.instant();
    OAuthHttp.Answer answer = posted(WHAT, found.server(), client, form);
    if (answer.status() != 200) {
      throw Refused.byAuthorizationServer(answer.status(), error(answer));
    }
    return token(answer.body(), asked, scope);
  }

  /**
   * Exchanges a token at an identity provider.
   *
   * @param exchange its parameters
   * @return an assertion for an authorization server
   * @throws Refused when the identity provider rejects the request
   */
  String exchange(AuthorizationServer provider, ClientIdentity client, Map<String, String> exchange)
      throws AccessRefused, Refused, InterruptedException {
    OAuthHttp.Answer answer = posted(PROVIDER, provider, client, new LinkedHashMap<>(exchange));
    if (answer.status() != 200) {
      throw Refused.byIdentityProvider(answer.status(), error(answer));
    }
    String assertion = answer.body().path("access_token").asText("");
    String type = answer.body().path("issued_token_type").asText("");
    if (!fit(assertion) || !type.equals(ID_JAG)) {
      throw new AccessRefused(PROVIDER + " answered without an identity assertion (ID-JAG)");
    }
    return assertion;
  }

  private OAuthHttp.Answer posted(
      String what, AuthorizationServer server, ClientIdentity client, Map<String, String> form)
      throws AccessRefused, InterruptedException {
    Map<String, String> headers = proved(server, client, form, clock.instant());
    return http.post(what, server.token(), form, headers);
  }

  private static String error(OAuthHttp.Answer answer) {
    String error = answer.body().path("error").asText("");
    return CODE.matcher(error).matches() ? error : "no reason given";
  }

  /** Adds the client's authentication. */
  private static Map<String, String> proved(
      AuthorizationServer server, ClientIdentity client, Map<String, String> form, Instant now)
      throws AccessRefused {
    switch (method(server, client)) {
      case PRIVATE_KEY_JWT -> {
        form.put("client_id", client.id());
        form.put("client_assertion_type", ClientAssertion.TYPE);
        form.put("client_assertion", ClientAssertion.of(client, server, now));
      }
      case CLIENT_SECRET_BASIC -> {
        String pair =
            OAuthHttp.encoded(client.id()) + ":" + OAuthHttp.encoded(client.secret().reveal());
        byte[] bytes = pair.getBytes(StandardCharsets.US_ASCII);
        return Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
      }
      case CLIENT_SECRET_POST -> {
        form.put("client_id", client.id());
        form.put("client_secret", client.secret().reveal());
      }
      default -> form.put("client_id", client.id());
    }
    return Map.of();
  }

  /** The best method that both support; a registered method takes precedence. */
  private static String method(AuthorizationServer server, ClientIdentity client)
      throws AccessRefused {
    if (client.method() != null) {
      return client.method();
    }
    List<String> able =
        client.key() != null
            ? List.of(PRIVATE_KEY_JWT)
            : client.secret() != null
                ? List.of(CLIENT_SECRET_BASIC, CLIENT_SECRET_POST)
                : List.of(NO_SECRET);
    return able.stream()
        .filter(server.methods()::contains)
        .findFirst()
        .orElseThrow(
            () ->
                new AccessRefused(
                    "the authorization server "
                        + server.issuer()
                        + " supports none of this client's authentication methods ("
                        + String.join(", ", able)
                        + ")"));
  }

  private static ServerToken token(ObjectNode response, Instant asked, String scope)
      throws AccessRefused {
    String value = response.path("access_token").asText("");
    if (!fit(value) || !"bearer".equalsIgnoreCase(response.path("token_type").asText(""))) {
      throw new AccessRefused(WHAT + " answered without a bearer token");
    }
    String refresh = response.path("refresh_token").asText("");
    long seconds = Math.min(response.path("expires_in").asLong(0), MAX_SECONDS);
    Instant renewAt = null;
    if (seconds > 0) {
      Duration life = Duration.ofSeconds(seconds);
      Duration before = life.dividedBy(4).compareTo(BEFORE) < 0 ? life.dividedBy(4) : BEFORE;
      renewAt = asked.plus(life).minus(before);
    }
    boolean kept = !refresh.isEmpty() && refresh.length() <= MAX_TOKEN;
    return new ServerToken(value, kept ? refresh : null, renewAt, scope);
  }

  private static boolean fit(String token) {
    return token.length() <= MAX_TOKEN && TOKEN.matcher(token).matches();
  }

  /**
   * An authorization server or identity provider issued no token. The message contains no secret.
   */
  static final class Refused extends Exception {

    private static final long serialVersionUID = 1L;

    private final String error;

    private Refused(String message, String error) {
      super(message);
      this.error = error;
    }

    /**
     * @param status HTTP status
     * @param error the code of RFC 6749, 5.2
     */
    static Refused byAuthorizationServer(int status, String error) {
      return new Refused(
          "the authorization server gives no token (" + status + ", " + error + ")", error);
    }

    /**
     * @param status HTTP status
     * @param error the code of RFC 8693, 2.2.2
     */
    static Refused byIdentityProvider(int status, String error) {
      return new Refused(
          "the identity provider gives no assertion (" + status + ", " + error + ")", error);
    }

    /** Whether the presented grant is no longer valid. */
    boolean grantIsOver() {
      return error.equals("invalid_grant");
    }

    /** Whether the authorization server does not recognise the client, perhaps no longer. */
    boolean clientIsUnknown() {
      return error.equals("invalid_client") || error.equals("unauthorized_client");
    }
  }

  /** Authenticates a client by its private key (RFC 7523, 2.2; OpenID {@code private_key_jwt}). */
  static final class ClientAssertion {

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
                      "the authorization server takes no signature of the kind "
                          + able.getFirst()));
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
}

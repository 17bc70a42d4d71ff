package io.awaken.http.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.awaken.core.text.ForeignText;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules by which the server checks JSON Web Tokens, to say why it refused one: Payara and
 * WildFly answer the same for every reason, and WildFly logs none. Reads what nobody has verified,
 * so the answer is for the log only. Immutable.
 *
 * @param keyed whether the server has a key
 * @param issuer the required {@code iss}
 * @param audiences of which {@code aud} must have one
 * @param clock decides which tokens have expired
 * @param leeway how far clocks may differ
 */
public record JwtRules(
    boolean keyed, String issuer, Set<String> audiences, InstantSource clock, Duration leeway) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SHOWN = 100;

  public JwtRules {
    audiences = Set.copyOf(audiences);
  }

  /**
   * A reason.
   *
   * @param kind one of a few, for counting
   * @param text one line, for the log; quotes the token's claims, never the token
   */
  public record Reason(String kind, String text) {}

  /** Why the server refused this token. */
  public Reason whyRefused(String token) {
    if (!keyed) {
      return new Reason("key", "no key is configured, so JSON Web Tokens are not checked");
    }
    String[] parts = token.split("\\.", -1);
    JsonNode header = json(parts[0]);
    JsonNode claims = json(parts.length == 3 ? parts[1] : "");
    if (!header.isObject() || !claims.isObject()) {
      return new Reason("format", "it is no JSON Web Token");
    }
    JsonNode expires = claims.path("exp");
    long now = clock.instant().getEpochSecond();
    if (!expires.isNumber() || expires.asLong() <= now - leeway.toSeconds()) {
      return new Reason("exp", expires.isNumber() ? expired(expires, now) : "it has no exp");
    }
    if (!issuer.equals(claims.path("iss").asText())) {
      return new Reason(
          "iss", "its issuer " + quoted(claims.path("iss")) + " is not mp.jwt.verify.issuer");
    }
    if (texts(claims.path("aud")).noneMatch(audiences::contains)) {
      return new Reason(
          "aud",
          "its audience " + quoted(claims.path("aud")) + " has none of mp.jwt.verify.audiences");
    }
    if (Stream.of("upn", "preferred_username", "sub").noneMatch(claims::hasNonNull)) {
      return new Reason("name", "it has neither upn nor preferred_username nor sub");
    }
    return new Reason("signature", unsaid(header, claims));
  }

  /** What remains; Payara refuses a token that lacks some of what is optional elsewhere. */
  private static String unsaid(JsonNode header, JsonNode claims) {
    String key =
        "none of the configured keys verifies its signature (alg %s, kid %s)"
            .formatted(quoted(header.path("alg")), quoted(header.path("kid")));
    Stream<String> type =
        Stream.of("typ JWT").filter(any -> !header.path("typ").asText().equals("JWT"));
    Stream<String> names = Stream.of("sub", "iat", "jti").filter(name -> !claims.hasNonNull(name));
    String lacks = Stream.concat(type, names).collect(Collectors.joining(", "));
    return lacks.isEmpty() ? key : key + ", or it lacks what Payara requires: " + lacks;
  }

  private static String expired(JsonNode expires, long now) {
    Duration since = Duration.ofSeconds(now - Math.max(0, expires.asLong()));
    return "it expired " + since + " ago";
  }

  private static Stream<String> texts(JsonNode audience) {
    return audience.isArray()
        ? audience.valueStream().map(JsonNode::asText)
        : Stream.of(audience.asText());
  }

  private static String quoted(JsonNode value) {
    return value.isMissingNode() ? "(none)" : ForeignText.line(value.toString(), SHOWN);
  }

  private static JsonNode json(String part) {
    try {
      return JSON.readTree(Base64.getUrlDecoder().decode(part));
    } catch (IllegalArgumentException | IOException e) {
      return MissingNode.getInstance();
    }
  }
}

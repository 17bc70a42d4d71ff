package io.awaken.oauth;

import io.awaken.core.outbound.AnswerHead;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Provides the token for requests to one server. Thread-safe. */
interface Credentials {

  /**
   * Returns the current token.
   *
   * @return null when the server has not required one
   */
  ServerToken current() throws AccessRefused, InterruptedException;

  /**
   * Returns another token after the server has rejected one.
   *
   * @param used the rejected token; null without one
   * @param challenge the server's challenge
   * @throws AccessRefused when there is none
   */
  ServerToken next(ServerToken used, Challenge challenge)
      throws AccessRefused, InterruptedException;

  /**
   * Returns a token with a larger scope after the server has rejected a valid one.
   *
   * @param challenge the server's challenge
   * @throws AccessRefused when there is none, or the used one already has that scope
   */
  ServerToken wider(ServerToken used, Challenge challenge)
      throws AccessRefused, InterruptedException;

  /**
   * Sends requests without tokens, as long as the server requires none. Thread-safe.
   *
   * @param reason the error text when it does
   */
  record None(String reason) implements Credentials {

    @Override
    public ServerToken current() {
      return null;
    }

    @Override
    public ServerToken next(ServerToken used, Challenge challenge) throws AccessRefused {
      throw new AccessRefused(reason);
    }

    @Override
    public ServerToken wider(ServerToken used, Challenge challenge) throws AccessRefused {
      throw new AccessRefused(reason);
    }
  }

  /**
   * A token for one server. Immutable.
   *
   * @param value the token; sent only to that server
   * @param refresh the refresh token; null for none
   * @param renewAt when to renew it, shortly before it expires; null without a known lifetime
   * @param scope the requested scope, separated by spaces; null for none
   */
  record ServerToken(String value, String refresh, Instant renewAt, String scope) {

    /** Whether it must be renewed. */
    boolean due(Instant now) {
      return renewAt != null && !now.isBefore(renewAt);
    }

    /** Omits the secrets. */
    @Override
    public String toString() {
      return "ServerToken[renewAt=" + renewAt + "]";
    }
  }

  /**
   * The challenge of an MCP server in a 401 or 403 response (RFC 9728, 5.1; RFC 6750, 3).
   *
   * @param metadata the address of the resource metadata; null for none
   * @param scope the required scope, separated by spaces; null for none
   * @param error the error code; null for none
   */
  record Challenge(String metadata, String scope, String error) {

    static final Challenge NONE = new Challenge(null, null, null);

    /** Longer ones are ignored. */
    private static final int MAX = 8_192;

    private static final Pattern BEARER = Pattern.compile("(?i)(^|,\\s*)bearer\\s");
    private static final Pattern PARAMETER =
        Pattern.compile(
            "\\G\\s*,?\\s*([A-Za-z0-9_-]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\\s,\"]+))");

    static Challenge of(AnswerHead head) {
      for (String header : head.headers().getOrDefault("WWW-Authenticate", List.of())) {
        Matcher scheme = header.length() > MAX ? null : BEARER.matcher(header);
        if (scheme != null && scheme.find()) {
          Map<String, String> values = parameters(header.substring(scheme.end()));
          return new Challenge(
              values.get("resource_metadata"), values.get("scope"), values.get("error"));
        }
      }
      return NONE;
    }

    /** Whether the token is valid but its scope is insufficient. */
    boolean requiresMoreScope() {
      return "insufficient_scope".equals(error);
    }

    private static Map<String, String> parameters(String text) {
      var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
      Matcher next = PARAMETER.matcher(text);
      while (next.find()) {
        String quoted = next.group(2);
        all.putIfAbsent(
            next.group(1), quoted == null ? next.group(3) : quoted.replaceAll("\\\\(.)", "$1"));
      }
      return all;
    }
  }
}

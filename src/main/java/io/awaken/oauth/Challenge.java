package io.awaken.oauth;

import io.awaken.core.outbound.AnswerHead;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

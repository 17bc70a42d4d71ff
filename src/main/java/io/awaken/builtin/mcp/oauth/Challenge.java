package io.awaken.builtin.mcp.oauth;

import io.awaken.core.outbound.AnswerHead;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an MCP server says with 401 or 403 (RFC 9728, 5.1; RFC 6750, 3).
 *
 * @param metadata the address of the metadata of the resource; null when it names none
 * @param scope what is asked for, with spaces between; null when it does not say
 * @param error why it refuses the token; null when it does not say
 */
record Challenge(String metadata, String scope, String error) {

  static final Challenge NONE = new Challenge(null, null, null);

  /** Longer ones are not read. */
  private static final int MAX = 8_192;

  private static final Pattern BEARER = Pattern.compile("(?i)(^|,\\s*)bearer\\s");
  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\G\\s*,?\\s*([A-Za-z0-9_-]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\\s,\"]+))");

  static Challenge of(AnswerHead head) {
    for (String header : head.headers().getOrDefault("WWW-Authenticate", List.of())) {
      Matcher scheme = header.length() > MAX ? null : BEARER.matcher(header);
      if (scheme != null && scheme.find()) {
        Map<String, String> said = parameters(header.substring(scheme.end()));
        return new Challenge(said.get("resource_metadata"), said.get("scope"), said.get("error"));
      }
    }
    return NONE;
  }

  /** Whether the token is good, but not for what was asked with it. */
  boolean wantsMoreScope() {
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

package io.awaken.http.security.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The clients and proxies in a forwarding header, nearest last. An unreadable one is {@link
 * #UNKNOWN}; a header whose elements cannot be separated is a single unknown one, so that a
 * client's text cannot hide what a proxy added.
 */
final class HopList {

  static final String UNKNOWN = "unknown";

  /** An address with an optional port, which some proxies add. */
  private static final Pattern HOP =
      Pattern.compile("\\[([0-9a-fA-F:.]+)](?::[0-9]{1,5})?|([0-9.]+):[0-9]{1,5}|([0-9a-fA-F:.]+)");

  private static final Pattern PAIR =
      Pattern.compile(
          "\\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([^\\s\";,]+|\"(?:[^\"\\\\]|\\\\.)*\")\\s*");

  private HopList() {}

  /** Of {@code X-Forwarded-For}; {@code X-Real-IP} is a list of one. */
  static List<String> ofForwardedFor(List<String> lines) {
    var hops = new ArrayList<String>();
    for (String line : lines) {
      for (String element : line.split(",", -1)) {
        hops.add(address(element.strip()));
      }
    }
    return hops;
  }

  /** Of {@code Forwarded} (RFC 7239). */
  static List<String> ofForwarded(List<String> lines) {
    var hops = new ArrayList<String>();
    for (String line : lines) {
      if (!addElements(line, hops)) {
        return List.of(UNKNOWN);
      }
    }
    return hops;
  }

  private static boolean addElements(String line, List<String> hops) {
    Matcher pair = PAIR.matcher(line);
    String hop = UNKNOWN;
    int at = 0;
    while (pair.region(at, line.length()).lookingAt()) {
      if (pair.group(1).toLowerCase(Locale.ROOT).equals("for")) {
        hop = address(unquoted(pair.group(2)));
      }
      at = pair.end();
      if (at == line.length() || line.charAt(at) == ',') {
        hops.add(hop);
        hop = UNKNOWN;
      }
      if (at == line.length()) {
        return true;
      }
      if (line.charAt(at) != ',' && line.charAt(at) != ';') {
        return false;
      }
      at++;
    }
    return false;
  }

  private static String unquoted(String text) {
    return text.startsWith("\"")
        ? text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1")
        : text;
  }

  private static String address(String text) {
    Matcher parts = HOP.matcher(text);
    if (!parts.matches()) {
      return UNKNOWN;
    }
    for (int i = 1; i <= parts.groupCount(); i++) {
      if (parts.group(i) != null) {
        return parts.group(i);
      }
    }
    return UNKNOWN;
  }
}

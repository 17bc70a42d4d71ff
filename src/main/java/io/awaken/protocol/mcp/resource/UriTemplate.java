package io.awaken.protocol.mcp.resource;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * URI templates (RFC 6570, level 1): each <code>{name}</code> matches one or more characters except
 * {@code / ? #}. A variable ends at the first occurrence of the text after it, so matching takes
 * linear time. Immutable.
 */
final class UriTemplate {

  private static final Pattern PART = Pattern.compile("\\{([A-Za-z0-9_]+)}");

  private final String begin;
  private final List<Part> parts = new ArrayList<>();

  /**
   * @param follows the literal text after the variable
   */
  private record Part(String name, String follows) {}

  UriTemplate(String text) {
    Matcher found = PART.matcher(text);
    String name = null;
    String first = text;
    int at = 0;
    while (found.find()) {
      String between = text.substring(at, found.start());
      if (name == null) {
        first = between;
      } else {
        parts.add(new Part(name, between));
      }
      name = found.group(1);
      at = found.end();
    }
    if (name != null) {
      parts.add(new Part(name, text.substring(at)));
    }
    begin = first;
  }

  /** The variables of a URI by name; empty for a URI that does not match. */
  Optional<Map<String, String>> match(String uri) {
    if (!uri.startsWith(begin)) {
      return Optional.empty();
    }
    Map<String, String> values = new LinkedHashMap<>();
    int at = begin.length();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      int end = end(uri, at, part, i == parts.size() - 1);
      if (end < 0) {
        return Optional.empty();
      }
      String raw = uri.substring(at, end);
      if (raw.chars().anyMatch(each -> "/?#".indexOf(each) >= 0)) {
        return Optional.empty();
      }
      try {
        // A plus sign is literal in a URI.
        String escaped = raw.replace("+", "%2B");
        values.put(part.name(), URLDecoder.decode(escaped, StandardCharsets.UTF_8));
      } catch (IllegalArgumentException broken) {
        return Optional.empty();
      }
      at = end + part.follows().length();
    }
    return at == uri.length() ? Optional.of(values) : Optional.empty();
  }

  /** The end of a variable that begins here; -1 when it does not match. */
  private static int end(String uri, int at, Part part, boolean last) {
    if (!last) {
      return uri.indexOf(part.follows(), at + 1);
    }
    int end = uri.length() - part.follows().length();
    return end > at && uri.endsWith(part.follows()) ? end : -1;
  }
}

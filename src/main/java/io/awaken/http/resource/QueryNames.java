package io.awaken.http.resource;

import io.awaken.core.text.WholeText;
import io.awaken.http.security.Refusal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;

/** Parameter names in the query of a route that has no parameters. Stateless. */
final class QueryNames {

  /** Characters of a name that a refusal quotes. */
  private static final int QUOTED = 64;

  private QueryNames() {}

  /**
   * Reads the names in the order of the query.
   *
   * @param query percent-encoded UTF-8; null when the request has none
   */
  static Set<String> of(String query) {
    if (query == null || query.isEmpty()) {
      return Set.of();
    }
    var names = new LinkedHashSet<String>();
    for (String parameter : query.split("&")) {
      int end = parameter.indexOf('=');
      String name = end < 0 ? parameter : parameter.substring(0, end);
      if (!parameter.isEmpty()) {
        names.add(URLDecoder.decode(name, StandardCharsets.UTF_8));
      }
    }
    return names;
  }

  /** Refuses the first parameter, which would otherwise be ignored silently. */
  static Refusal refusal(Set<String> names) {
    String name = names.iterator().next();
    String quoted = name.length() <= QUOTED ? name : WholeText.cut(name, QUOTED) + "...";
    return Refusal.bad("unknown_parameter", "unknown parameter: " + quoted).about(quoted);
  }
}

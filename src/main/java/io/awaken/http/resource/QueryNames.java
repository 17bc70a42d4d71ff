package io.awaken.http.resource;

import io.awaken.http.security.Refusal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;

/** The names of the parameters of a query, of a route that has none. Stateless. */
final class QueryNames {

  private static final int SHOWN = 64;

  private QueryNames() {}

  /**
   * @param query percent-encoded UTF-8; null without one
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

  /** The refusal of a query: a client that adds one wants something that is not done. */
  static Refusal unknown(Set<String> names) {
    String name = names.iterator().next();
    String shown = name.length() <= SHOWN ? name : name.substring(0, SHOWN) + "...";
    return Refusal.bad("unknown_parameter", "unknown parameter: " + shown).about(shown);
  }
}

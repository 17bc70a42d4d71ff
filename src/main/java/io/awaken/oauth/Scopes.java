package io.awaken.oauth;

import java.util.LinkedHashSet;
import java.util.List;

/** Scopes in OAuth format, separated by spaces; null for none. Stateless. */
final class Scopes {

  private Scopes() {}

  /** The union. */
  static String union(String first, String second) {
    var all = new LinkedHashSet<>(split(first));
    all.addAll(split(second));
    return all.isEmpty() ? null : String.join(" ", all);
  }

  /** Whether the first contains the second. */
  static boolean cover(String first, String second) {
    return split(first).containsAll(split(second));
  }

  private static List<String> split(String scope) {
    return scope == null || scope.isBlank() ? List.of() : List.of(scope.strip().split(" +"));
  }
}

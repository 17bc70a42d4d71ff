package io.awaken.core.schema;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether validation against an untrusted schema has a bounded cost: it has no patterns, and its
 * references reach at most {@value #MAX_PARTS} schemas, each counted as often as it is reached.
 */
final class SchemaCost {

  private static final int MAX_PARTS = 5_000;
  private static final long ENDLESS = Long.MAX_VALUE;

  private static final Set<String> PATTERNS = Set.of("pattern", "patternProperties");

  /** Keywords that would change the targets of references. */
  private static final Set<String> ELSEWHERE =
      Set.of("$dynamicRef", "$recursiveRef", "$id", "$schema");

  private static final String WITHIN =
      "must refer by $ref within itself only, such as #/$defs/name";

  /** Containers of reference targets. */
  private static final Set<String> KEPT = Set.of("$defs", "definitions");

  private final JsonNode document;
  private final Map<JsonNode, Long> known = new IdentityHashMap<>();
  private String refused;

  private SchemaCost(JsonNode document) {
    this.document = document;
  }

  /** Why the cost is unbounded; empty when it is bounded. */
  static Optional<String> breach(JsonNode document) {
    var cost = new SchemaCost(document);
    long parts = cost.of(document);
    if (cost.refused != null) {
      return Optional.of(cost.refused);
    }
    return parts > MAX_PARTS
        ? Optional.of(
            "must not refer to itself, and must have at most "
                + MAX_PARTS
                + " schemas, each counted as often as it is referred to")
        : Optional.empty();
  }

  private long of(JsonNode schema) {
    Long before = known.get(schema);
    if (before != null) {
      return before;
    }
    // Reaching a schema whose cost is not yet known means a cycle.
    known.put(schema, ENDLESS);
    long[] parts = {1};
    Subschemas.forEach(
        schema,
        (keyword, part) -> {
          if (!KEPT.contains(keyword)) {
            parts[0] = plus(parts[0], of(part));
          }
        });
    for (String keyword : PATTERNS) {
      if (schema.has(keyword)) {
        refused = "must not have " + keyword + " in a request: such a check could be endless";
      }
    }
    if (schema != document && ELSEWHERE.stream().anyMatch(schema::has)
        || schema.has("$dynamicRef")
        || schema.has("$recursiveRef")) {
      refused = WITHIN;
    } else if (schema.has("$ref")) {
      parts[0] = plus(parts[0], referred(schema.get("$ref").asText()));
    }
    known.put(schema, parts[0]);
    return parts[0];
  }

  private long referred(String reference) {
    String place = reference.substring(1);
    JsonNode target = document;
    if (!place.isEmpty()) {
      target = place.startsWith("/") ? document.at(JsonPointer.compile(place)) : null;
    }
    if (target == null || target.isMissingNode()) {
      refused = WITHIN;
      return 0;
    }
    return of(target);
  }

  /** Stops counting above the limit. */
  private static long plus(long one, long other) {
    return one > MAX_PARTS || other > MAX_PARTS ? ENDLESS : one + other;
  }
}

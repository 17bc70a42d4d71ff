package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a schema satisfies the strict mode of providers: each object requires all of its fields
 * and allows no others.
 */
final class StrictSchema {

  private final List<String> breaches = new ArrayList<>(1);

  private StrictSchema() {}

  /** Why it does not; empty when it does. */
  static Optional<String> breach(JsonNode schema) {
    var strict = new StrictSchema();
    if (!"object".equals(schema.path("type").asText())) {
      return Optional.of("must have the type object where strict is true");
    }
    strict.check(schema);
    return strict.breaches.stream().findFirst();
  }

  private void check(JsonNode schema) {
    if (isObject(schema)) {
      JsonNode more = schema.path("additionalProperties");
      if (!more.isBoolean() || more.booleanValue()) {
        breaches.add("must set additionalProperties to false in each object where strict is true");
      }
      Set<String> required = new HashSet<>();
      schema.path("required").forEach(name -> required.add(name.asText()));
      schema
          .path("properties")
          .fieldNames()
          .forEachRemaining(
              name -> {
                if (!required.contains(name)) {
                  breaches.add(
                      "must require each property where strict is true; '" + name + "' is not");
                }
              });
    }
    Subschemas.forEach(schema, (keyword, part) -> check(part));
  }

  private static boolean isObject(JsonNode schema) {
    return Subschemas.hasType(schema, "object") || schema.has("properties");
  }
}

package io.awaken.core.schema;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.core.spec.ResponseFormat.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The rules for response formats (features row 1020). Thread-safe. */
public final class FormatRules {

  /** Maximum bytes of a schema as JSON. */
  public static final int MAX_BYTES = 64 << 10;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private FormatRules() {}

  /**
   * A violation of the rules.
   *
   * @param field field of the format, such as {@code schema}
   * @param reason the reason, which follows the field in a sentence
   */
  public record Breach(String field, String reason) {}

  /** Checks a trusted format, of the operator or of code. */
  public static Optional<Breach> ofOperator(ResponseFormat format) {
    return Optional.ofNullable(breach(format));
  }

  /**
   * Checks a caller's format. Its schema is untrusted, so it must have a bounded validation cost.
   */
  public static Optional<Breach> ofCaller(ResponseFormat format) {
    Breach breach = breach(format);
    if (breach != null || format.schema() == null) {
      return Optional.ofNullable(breach);
    }
    return SchemaCost.breach(format.schema()).map(reason -> new Breach("schema", reason));
  }

  private static Breach breach(ResponseFormat format) {
    if (format.type() == null) {
      return new Breach("type", "is required");
    }
    if (format.type() != Type.JSON_SCHEMA) {
      return other(format);
    }
    if (!NAME.matcher(format.name()).matches()) {
      return new Breach("name", "must have 1 to 64 letters, digits, '_' and '-' only");
    }
    if (format.schema() == null) {
      return new Breach("schema", "is required");
    }
    if (format.schema().toString().getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      return new Breach("schema", "must have at most " + MAX_BYTES + " bytes as JSON");
    }
    return ofSchema(format.schema(), format.strict())
        .map(reason -> new Breach("schema", reason))
        .orElse(null);
  }

  private static Breach other(ResponseFormat format) {
    String given =
        format.schema() != null
            ? "schema"
            : format.name() != null ? "name" : format.strict() != null ? "strict" : null;
    return given == null ? null : new Breach(given, "goes with the type json_schema only");
  }

  private static Optional<String> ofSchema(JsonNode schema, boolean strict) {
    return SchemaDocument.breach(schema)
        .or(() -> strict ? StrictSchema.breach(schema) : Optional.empty())
        .or(() -> FormatCheck.uncompilable(schema));
  }

  /**
   * Whether a schema satisfies the strict mode of providers: each object requires all of its fields
   * and allows no others.
   */
  static final class StrictSchema {

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
          breaches.add(
              "must set additionalProperties to false in each object where strict is true");
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

  /**
   * Whether validation against an untrusted schema has a bounded cost: it has no patterns, and its
   * references reach at most {@value #MAX_PARTS} schemas, each counted as often as it is reached.
   */
  static final class SchemaCost {

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
}

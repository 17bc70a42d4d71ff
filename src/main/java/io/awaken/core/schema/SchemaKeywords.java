package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a well-formed JSON schema can be compiled: its patterns are regular expressions, and its
 * references resolve within it. Reads each part once, and evaluates nothing.
 */
final class SchemaKeywords {

  /** Keywords whose schemas apply to the same value. */
  private static final Set<String> SAME_VALUE =
      Set.of("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas");

  private final JsonNode document;

  /** Schemas that do not come back to themselves. */
  private final Set<JsonNode> ending = Collections.newSetFromMap(new IdentityHashMap<>());

  private final Set<String> anchors = new HashSet<>();

  private SchemaKeywords(JsonNode document) {
    this.document = document;
  }

  /** Why the document cannot be compiled; empty when it can. */
  static Optional<String> breach(JsonNode document) {
    var keywords = new SchemaKeywords(document);
    keywords.collectAnchors(document);
    String breach = keywords.check(document);
    boolean endless = breach == null && keywords.isEndless(document);
    return Optional.ofNullable(
        endless ? "has a reference that leads back to itself, which no check would end" : breach);
  }

  private void collectAnchors(JsonNode node) {
    for (String keyword : Set.of("$anchor", "$dynamicAnchor")) {
      if (node.path(keyword).isTextual()) {
        anchors.add(node.get(keyword).asText());
      }
    }
    node.forEach(this::collectAnchors);
  }

  private String check(JsonNode schema) {
    for (var entry : schema.properties()) {
      String breach = ofKeyword(entry.getKey(), entry.getValue());
      if (breach != null) {
        return breach;
      }
    }
    var within = new ArrayList<JsonNode>();
    Subschemas.forEach(schema, (keyword, part) -> within.add(part));
    for (JsonNode part : within) {
      String breach = check(part);
      if (breach != null) {
        return breach;
      }
    }
    return null;
  }

  private String ofKeyword(String keyword, JsonNode value) {
    switch (keyword) {
      case "pattern" -> {
        return value.isTextual() ? ofPattern(value.asText()) : null;
      }
      case "patternProperties" -> {
        for (var part : value.properties()) {
          String breach = ofPattern(part.getKey());
          if (breach != null) {
            return breach;
          }
        }
        return null;
      }
      case "$ref", "$dynamicRef" -> {
        boolean leads = value.isTextual() && leadsSomewhere(value.asText());
        return leads ? null : "has a reference that leads to no place within it";
      }
      default -> {
        return null;
      }
    }
  }

  /** Whether a check of one value would come back to a schema whose check it is still doing. */
  private boolean isEndless(JsonNode schema) {
    boolean[] endless = {isRepeated(schema, Collections.newSetFromMap(new IdentityHashMap<>()))};
    Subschemas.forEach(schema, (keyword, part) -> endless[0] = endless[0] || isEndless(part));
    return endless[0];
  }

  private boolean isRepeated(JsonNode schema, Set<JsonNode> open) {
    if (!schema.isObject() || ending.contains(schema)) {
      return false;
    }
    if (!open.add(schema)) {
      return true;
    }
    boolean[] repeated = {false};
    if (schema.path("$ref").isTextual()) {
      repeated[0] =
          isRepeated(SchemaReferences.target(document, schema.get("$ref").asText()), open);
    }
    Subschemas.forEach(
        schema,
        (keyword, part) ->
            repeated[0] = repeated[0] || SAME_VALUE.contains(keyword) && isRepeated(part, open));
    open.remove(schema);
    if (!repeated[0]) {
      ending.add(schema);
    }
    return repeated[0];
  }

  private static String ofPattern(String pattern) {
    return EcmaPattern.isPattern(pattern) ? null : "has a pattern that is no regular expression";
  }

  /** External references are never fetched. */
  private boolean leadsSomewhere(String reference) {
    if (!reference.startsWith("#")) {
      return false;
    }
    try {
      String place = SchemaReferences.place(reference);
      return place.isEmpty() || place.startsWith("/")
          ? SchemaReferences.leads(document, reference)
          : anchors.contains(place);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}

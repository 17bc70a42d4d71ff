package io.awaken.core.schema;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a well-formed JSON schema can be compiled: its patterns are regular expressions, and its
 * references resolve within it. Reads each part once, and evaluates nothing.
 */
final class SchemaKeywords {

  private final JsonNode document;
  private final Set<String> anchors = new HashSet<>();

  private SchemaKeywords(JsonNode document) {
    this.document = document;
  }

  /** Why the document cannot be compiled; empty when it can. */
  static Optional<String> breach(JsonNode document) {
    var keywords = new SchemaKeywords(document);
    keywords.collectAnchors(document);
    return Optional.ofNullable(keywords.check(document));
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

  private static String ofPattern(String pattern) {
    return EcmaPattern.isPattern(pattern) ? null : "has a pattern that is no regular expression";
  }

  /** External references are never fetched. */
  private boolean leadsSomewhere(String reference) {
    if (!reference.startsWith("#")) {
      return false;
    }
    try {
      String place =
          URLDecoder.decode(reference.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
      return place.isEmpty() || place.startsWith("/")
          ? !document.at(JsonPointer.compile(place)).isMissingNode()
          : anchors.contains(place);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}

package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import io.awaken.core.schema.SchemaDocument;
import io.awaken.fixture.SentTools;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What providers answered with 400, as reported by their users. */
final class RefusedSchemas {

  private static final Pattern ANTHROPIC_NAME = Pattern.compile("^[a-zA-Z0-9_.-]{1,64}$");
  private static final Pattern NO_REGEX = Pattern.compile("\\(\\?[=!<]|\\\\[pPk]|\\[\\^?\\]");
  private static final Set<String> MAPS = Set.of("properties", "patternProperties", "$defs");
  private static final Set<String> LISTS = Set.of("anyOf", "oneOf", "allOf", "prefixItems");

  private final List<String> refused = new ArrayList<>();

  private RefusedSchemas() {}

  /** What the provider of a wire would refuse. */
  static List<String> of(SentTools wire, JsonNode schema) {
    var found = new RefusedSchemas();
    found.check("type", "object".equals(schema.path("type").textValue()));
    found.check("properties", schema.path("properties").isObject());
    List.of("anyOf", "oneOf", "allOf", "$ref")
        .forEach(keyword -> found.check(keyword + " at the top", !schema.has(keyword)));
    switch (wire) {
      case OPENAI, OPENAI_RESPONSES -> {
        List.of("enum", "const", "not")
            .forEach(keyword -> found.check(keyword + " at the top", !schema.has(keyword)));
        found.everywhere(schema, found::openAi);
      }
      case ANTHROPIC -> {
        SchemaDocument.breach(schema).ifPresent(found.refused::add);
        schema
            .path("properties")
            .fieldNames()
            .forEachRemaining(
                name -> found.check("name " + name, ANTHROPIC_NAME.matcher(name).matches()));
      }
      case GEMINI -> found.everywhere(schema, found::gemini);
      case OLLAMA -> found.everywhere(schema, found::ollama);
    }
    return found.refused;
  }

  private void check(String name, boolean fine) {
    if (!fine) {
      refused.add(name);
    }
  }

  private interface Rule {
    void of(JsonNode schema);
  }

  private void everywhere(JsonNode schema, Rule rule) {
    rule.of(schema);
    for (Map.Entry<String, JsonNode> entry : schema.properties()) {
      JsonNode value = entry.getValue();
      if (entry.getKey().equals("items") || entry.getKey().equals("not")) {
        everywhere(value, rule);
      } else if (MAPS.contains(entry.getKey()) || LISTS.contains(entry.getKey())) {
        value.forEach(part -> everywhere(part, rule));
      }
    }
  }

  private void openAi(JsonNode schema) {
    check("a boolean", schema.isObject());
    check("a list without items", !listed(schema) || schema.path("items").isObject());
    String pattern = schema.path("pattern").asText("");
    check("the pattern " + pattern, !NO_REGEX.matcher(pattern).find());
    schema
        .path("patternProperties")
        .fieldNames()
        .forEachRemaining(name -> check("the key " + name, !NO_REGEX.matcher(name).find()));
  }

  private void gemini(JsonNode schema) {
    check("a boolean", schema.isObject());
    check("a list without items", !listed(schema) || schema.path("items").isObject());
    List.of("$ref", "$defs", "definitions", "const", "$schema")
        .forEach(keyword -> check(keyword, !schema.has(keyword)));
    var types = new HashSet<JsonNodeType>();
    for (JsonNode value : schema.path("enum")) {
      types.add(value.getNodeType());
      check("the value " + value, value.isNumber() || !value.asText("").isEmpty());
    }
    check("values of several types", types.size() < 2);
    check("values without a type", types.isEmpty() || schema.has("type"));
  }

  private void ollama(JsonNode schema) {
    check("a boolean", schema.isObject());
    List.of("$ref", "$defs", "const", "oneOf")
        .forEach(keyword -> check(keyword, !schema.has(keyword)));
  }

  private static boolean listed(JsonNode schema) {
    return schema.path("type").toString().contains("\"array\"");
  }
}

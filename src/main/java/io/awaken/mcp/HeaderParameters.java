package io.awaken.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The tool arguments that a request repeats in its headers for intermediaries: those with {@code
 * x-mcp-header} in the schema (2026-07-28, custom headers). Immutable.
 */
public final class HeaderParameters {

  /** Maximum number of headers of one tool. */
  static final int MAX = 16;

  /** Maximum number of characters of a header's name after {@link McpHeaders#PARAM_PREFIX}. */
  static final int MAX_NAME = 64;

  /** Maximum number of levels of a schema. */
  static final int MAX_DEPTH = 32;

  /** A name of a header (RFC 9110, section 5.6.2). */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

  /** Fields of a schema that contain data, not schemas. */
  private static final Set<String> DATA = Set.of("default", "const", "enum", "examples");

  private static final HeaderParameters NONE = new HeaderParameters();

  private final Map<String, List<String>> paths = new LinkedHashMap<>();
  private final Set<String> names = new HashSet<>();

  /** Path of the argument that is read. */
  private final List<String> path = new ArrayList<>();

  private HeaderParameters() {}

  /**
   * Reads the headers that a schema declares.
   *
   * @param schema of the tool's arguments
   * @throws IllegalArgumentException with the reason; such a tool must not be used
   */
  public static HeaderParameters of(JsonNode schema) {
    var found = new HeaderParameters();
    found.collect(schema, true, 0);
    return found.isEmpty() ? NONE : found;
  }

  /** Whether the tool has none. */
  public boolean isEmpty() {
    return paths.isEmpty();
  }

  /** Returns the names of all headers that a call may have. */
  public Set<String> names() {
    var all = new LinkedHashSet<String>();
    paths.keySet().forEach(header -> all.add(McpHeaders.PARAM_PREFIX + header));
    return all;
  }

  /** Returns the headers of a call as sent; arguments that are missing or null have none. */
  public Map<String, String> headers(JsonNode arguments) {
    var headers = new LinkedHashMap<String, String>();
    paths.forEach(
        (header, path) -> {
          JsonNode value = arguments;
          for (String name : path) {
            value = value.path(name);
          }
          if (value.isValueNode() && !value.isNull()) {
            headers.put(McpHeaders.PARAM_PREFIX + header, McpHeaders.encoded(value.asText()));
          }
        });
    return headers;
  }

  /**
   * @param fixed whether {@link #path} leads to the argument with this schema; otherwise it is
   *     conditional
   */
  private void collect(JsonNode schema, boolean fixed, int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "inputSchema has more than " + MAX_DEPTH + " levels of schemas");
    }
    if (schema.isArray()) {
      for (JsonNode each : schema) {
        if (each.isContainerNode()) {
          collect(each, false, depth + 1);
        }
      }
    }
    JsonNode header = schema.get(McpHeaders.PARAM_FIELD);
    if (header != null) {
      add(header, schema.path("type"), fixed);
    }
    for (var field : schema.properties()) {
      if (field.getKey().equals("properties")) {
        for (var property : field.getValue().properties()) {
          path.addLast(property.getKey());
          collect(property.getValue(), fixed, depth + 1);
          path.removeLast();
        }
      } else if (field.getValue().isContainerNode() && !DATA.contains(field.getKey())) {
        collect(field.getValue(), false, depth + 1);
      }
    }
  }

  private void add(JsonNode header, JsonNode type, boolean fixed) {
    String name = header.textValue();
    require(
        name != null && name.length() <= MAX_NAME && TOKEN.matcher(name).matches(),
        "must be a name of a header of at most " + MAX_NAME + " characters");
    require(fixed && !path.isEmpty(), "must be on an argument with a fixed path");
    require(isSimple(type), "must be on a string, an integer or a boolean");
    require(names.add(name.toLowerCase(Locale.ROOT)), "must not name " + name + " twice");
    require(paths.size() < MAX, "is on more than " + MAX + " arguments");
    paths.put(name, List.copyOf(path));
  }

  /** One type, optionally with null. */
  private static boolean isSimple(JsonNode type) {
    if (!type.isArray()) {
      return TYPES.contains(type.asText());
    }
    int simple = 0;
    for (JsonNode each : type) {
      if (TYPES.contains(each.asText())) {
        simple++;
      } else if (!each.asText().equals("null")) {
        return false;
      }
    }
    return simple == 1;
  }

  private static void require(boolean condition, String reason) {
    if (!condition) {
      throw new IllegalArgumentException(McpHeaders.PARAM_FIELD + " " + reason);
    }
  }
}

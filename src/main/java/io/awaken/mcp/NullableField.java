package io.awaken.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A field of a form whose value may be null, as schema generators write it: {@code anyOf} or {@code
 * oneOf} with null, a list of types with null, or a choice of null. The protocol knows plain fields
 * only, and so do most clients.
 *
 * @param plain the field's schema without null, also as a default, with what stood beside the
 *     alternatives
 * @param nullable whether null was allowed
 */
public record NullableField(JsonNode plain, boolean nullable) {

  private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf");

  /** Reads a field's schema, which is not changed; a schema of another form is plain as it is. */
  public static NullableField of(JsonNode asked) {
    NullableField field = read(asked);
    if (!field.plain().path("default").isNull()) {
      return field;
    }
    ObjectNode plain = field.plain().deepCopy();
    plain.remove("default");
    return new NullableField(plain, field.nullable());
  }

  private static NullableField read(JsonNode asked) {
    for (String keyword : ALTERNATIVES) {
      if (hasNull(asked.path(keyword))) {
        ArrayNode alternatives = withoutNull(asked.get(keyword));
        ObjectNode rest = asked.deepCopy();
        rest.remove(keyword);
        if (alternatives.size() != 1 || alternatives.get(0).has("const")) {
          rest.set(keyword, alternatives);
          return new NullableField(read(rest).plain(), true);
        }
        if (alternatives.get(0).deepCopy() instanceof ObjectNode only) {
          only.setAll(rest);
          return new NullableField(read(only).plain(), true);
        }
      }
    }
    JsonNode types = asked.path("type");
    if (!types.isArray() || types.size() > 2) {
      return new NullableField(asked, false);
    }
    ObjectNode plain = asked.deepCopy();
    boolean nullable = false;
    for (JsonNode type : types) {
      if ("null".equals(type.textValue())) {
        nullable = true;
      } else {
        plain.set("type", type);
      }
    }
    if (plain.path("enum").isArray()) {
      plain.set("enum", withoutNull(plain.get("enum")));
    }
    return new NullableField(plain, nullable);
  }

  private static boolean hasNull(JsonNode values) {
    for (JsonNode each : values) {
      if (isNull(each)) {
        return true;
      }
    }
    return false;
  }

  private static ArrayNode withoutNull(JsonNode values) {
    ArrayNode kept = JsonNodeFactory.instance.arrayNode();
    for (JsonNode each : values) {
      if (!isNull(each)) {
        kept.add(each);
      }
    }
    return kept;
  }

  private static boolean isNull(JsonNode value) {
    return value.isNull()
        || "null".equals(value.path("type").textValue())
        || value.path("const").isNull();
  }
}

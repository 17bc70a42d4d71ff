package io.awaken.provider.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.schema.Descriptions;
import io.awaken.core.schema.SchemaReferences;
import io.awaken.core.schema.Subschemas;
import io.awaken.provider.http.WireTools;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What Gemini refuses or ignores in the schemas of tools: references with other keywords beside
 * them, to other places than definitions, or back into themselves; {@code const}; values in {@code
 * enum} that are empty, or neither texts nor numbers; lists without {@code items}.
 */
final class GeminiTools {

  static final WireTools SENT = new WireTools("gemini", GeminiTools::simplify);

  private static final List<String> DEFINITIONS = List.of("$defs", "definitions", "$schema");

  private GeminiTools() {}

  /**
   * @param schema a flat one, which is changed
   */
  static void simplify(ObjectNode schema) {
    var references = new SchemaReferences(schema.deepCopy());
    schema.remove(DEFINITIONS);
    references.inline(schema, reference -> true);
    Subschemas.withoutBooleans(schema);
    Subschemas.everywhere(schema, GeminiTools::simplifyPart);
  }

  private static void simplifyPart(ObjectNode part) {
    if (part.has("const")) {
      part.putArray("enum").add(part.remove("const"));
    }
    if (part.get("enum") instanceof ArrayNode values) {
      choices(part, values);
    }
    if (Subschemas.hasType(part, "array") && !part.has("items")) {
      part.set("items", JsonNodeFactory.instance.objectNode());
    }
  }

  /** Leaves the values that Gemini takes; the description tells the others. */
  private static void choices(ObjectNode part, ArrayNode values) {
    ArrayNode taken = JsonNodeFactory.instance.arrayNode();
    Set<String> types = new TreeSet<>();
    boolean complete = true;
    for (JsonNode value : values) {
      String type = typeOf(value);
      types.add(type);
      if (isTaken(type, value)) {
        taken.add(value);
      }
      complete &= isTaken(type, value) || type.equals("null");
    }
    boolean orNull = types.remove("null");
    part.remove("enum");
    if (types.size() != 1 || !complete || orNull && part.has("anyOf")) {
      Descriptions.add(part, "One of " + Descriptions.quoted(values) + ".");
    }
    if (types.size() != 1) {
      return;
    }
    String type = types.iterator().next();
    if (orNull && !part.has("anyOf")) {
      part.remove("type");
      ArrayNode either = part.putArray("anyOf");
      listed(either.addObject().put("type", type), taken);
      either.addObject().put("type", "null");
    } else if (!orNull) {
      if (!part.has("type") && !type.isEmpty()) {
        part.put("type", type);
      }
      listed(part, taken);
    }
  }

  private static void listed(ObjectNode part, ArrayNode taken) {
    if (!taken.isEmpty()) {
      part.set("enum", taken);
    }
  }

  private static boolean isTaken(String type, JsonNode value) {
    return type.equals("string") && !value.textValue().isEmpty() || type.equals("number");
  }

  /** The type of a value; empty for lists and objects. */
  private static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "string";
      case NUMBER -> "number";
      case BOOLEAN -> "boolean";
      case NULL -> "null";
      default -> "";
    };
  }
}

package io.awaken.provider.ollama;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.schema.SchemaReferences;
import io.awaken.core.schema.Subschemas;
import io.awaken.provider.http.WireTools;
import java.util.List;

/**
 * What Ollama refuses or ignores in the schemas of tools: it refuses schemas that are {@code true}
 * or {@code false}, and gives the model no {@code $ref}, {@code oneOf} and {@code const} of a
 * property.
 */
final class OllamaTools {

  static final WireTools SENT = new WireTools("ollama", OllamaTools::simplify);

  private static final List<String> DEFINITIONS = List.of("$defs", "definitions");

  private OllamaTools() {}

  /**
   * @param schema a flat one, which is changed
   */
  static void simplify(ObjectNode schema) {
    var references = new SchemaReferences(schema.deepCopy());
    schema.remove(DEFINITIONS);
    references.inline(schema, reference -> true);
    Subschemas.withoutBooleans(schema);
    Subschemas.everywhere(schema, OllamaTools::simplifyPart);
  }

  private static void simplifyPart(ObjectNode part) {
    if (part.has("oneOf") && !part.has("anyOf")) {
      part.set("anyOf", part.remove("oneOf"));
    }
    if (part.has("const")) {
      part.putArray("enum").add(part.remove("const"));
    }
  }
}

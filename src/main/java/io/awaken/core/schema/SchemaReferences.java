package io.awaken.core.schema;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.Predicate;

/** The references of a schema to places within it, as JSON pointers. Not thread-safe. */
public final class SchemaReferences {

  /** Maximum references that are replaced in one schema, since they could multiply. */
  private static final int MAX_INLINED = 300;

  private final JsonNode document;
  private final Deque<String> open = new ArrayDeque<>();
  private int inlined;

  /**
   * @param document never changed
   */
  public SchemaReferences(JsonNode document) {
    this.document = document;
  }

  /** What a reference leads to; a missing node when it leads nowhere. */
  JsonNode target(String reference) {
    return target(document, reference);
  }

  /** Whether a reference leads to a place within a document. */
  static boolean leads(JsonNode document, String reference) {
    return !target(document, reference).isMissingNode();
  }

  static JsonNode target(JsonNode document, String reference) {
    try {
      return reference.startsWith("#")
          ? document.at(JsonPointer.compile(place(reference)))
          : MissingNode.getInstance();
    } catch (IllegalArgumentException e) {
      return MissingNode.getInstance();
    }
  }

  /** A reference within a document as it is written after the {@code #}. */
  static String place(String reference) {
    return URLDecoder.decode(reference.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /**
   * Replaces references by what they lead to. One that leads back into itself, and one beyond the
   * maximum, is replaced by the type alone and a sentence that names it.
   *
   * @param schema is changed
   * @param which the references to replace
   */
  public void inline(ObjectNode schema, Predicate<String> which) {
    Subschemas.everywhere(
        schema,
        part -> {
          if (part.path("$ref").isTextual() && which.test(part.get("$ref").textValue())) {
            replace(part, part.remove("$ref").textValue(), which);
          }
        });
  }

  private void replace(ObjectNode part, String reference, Predicate<String> which) {
    if (!(target(reference) instanceof ObjectNode target)) {
      return;
    }
    if (open.contains(reference) || ++inlined > MAX_INLINED) {
      if (target.has("type") && !part.has("type")) {
        part.set("type", target.get("type"));
      }
      Descriptions.add(
          part, "Has the form of " + reference.substring(reference.lastIndexOf('/') + 1) + ".");
      return;
    }
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> entry : target.properties()) {
      // Definitions stay at the top, where all references lead.
      if (!entry.getKey().equals("$defs") && !entry.getKey().equals("definitions")) {
        copy.set(entry.getKey(), entry.getValue().deepCopy());
      }
    }
    open.push(reference);
    inline(copy, which);
    open.pop();
    for (Map.Entry<String, JsonNode> entry : copy.properties()) {
      part.putIfAbsent(entry.getKey(), entry.getValue());
    }
  }
}

package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.schema.Descriptions;
import io.awaken.core.schema.Subschemas;
import io.awaken.provider.http.WireTools;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What OpenAI refuses in the schemas of tools, although they are not strict: {@code enum}, {@code
 * const} and {@code not} at the top, lists without {@code items}, and regular expressions with more
 * than its two validators understand: one is written in Python, the other knows no lookaround.
 */
final class OpenAiTools {

  static final WireTools SENT = new WireTools("openai", OpenAiTools::simplify);

  private static final List<String> NOT_AT_TOP = List.of("enum", "const", "not");

  /** Lookaround, references, named groups, empty classes and escapes that Python does not know. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "\\\\[A-Za-z1-9&&[^bBdDsSwWfnrtvxu]]|\\\\x(?!\\p{XDigit}{2})|\\\\u(?!\\p{XDigit}{4})"
              + "|(?<!\\\\)\\(\\?(?!:)|\\[\\^?\\]");

  private OpenAiTools() {}

  /**
   * @param schema a flat one, which is changed
   */
  static void simplify(ObjectNode schema) {
    for (String keyword : NOT_AT_TOP) {
      if (schema.has(keyword)) {
        Descriptions.add(
            schema,
            "Must fit: {\"" + keyword + "\":" + Descriptions.quoted(schema.remove(keyword)) + "}.");
      }
    }
    Subschemas.withoutBooleans(schema);
    Subschemas.everywhere(schema, OpenAiTools::simplifyPart);
  }

  private static void simplifyPart(ObjectNode part) {
    if (Subschemas.hasType(part, "array") && !part.has("items")) {
      part.set("items", JsonNodeFactory.instance.objectNode());
    }
    if (part.path("pattern").isTextual() && isRefused(part.get("pattern").textValue())) {
      Descriptions.add(
          part,
          "Must match the pattern "
              + Descriptions.quoted(part.remove("pattern").textValue())
              + ".");
    }
    if (part.get("patternProperties") instanceof ObjectNode patterns
        && patterns.properties().removeIf(entry -> isRefused(entry.getKey()))) {
      // Otherwise the properties that matched would be forbidden.
      part.remove("additionalProperties");
    }
  }

  private static boolean isRefused(String pattern) {
    return REFUSED.matcher(pattern.replace("\\\\", "")).find();
  }
}

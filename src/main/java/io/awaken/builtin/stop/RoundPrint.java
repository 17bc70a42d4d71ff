package io.awaken.builtin.stop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.Message;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;

/**
 * A short fingerprint of a round: equal prints mean equal calls or equal text.
 *
 * @param calls print of its tool calls, independent of their order and that of their arguments;
 *     empty for none
 * @param text print of its text without surrounding space; empty for none
 */
public record RoundPrint(String calls, String text) {

  private static final int BYTES = 16;

  static RoundPrint of(Message answer) {
    List<String> calls =
        answer.toolCalls().stream()
            .map(call -> call.name() + canonical(call.arguments()))
            .sorted()
            .toList();
    return new RoundPrint(print(String.join("\n", calls)), print(answer.text().strip()));
  }

  private static String print(String text) {
    if (text.isEmpty()) {
      return "";
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(hash, BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  /** JSON text with sorted fields. */
  private static String canonical(JsonNode json) {
    var text = new StringBuilder();
    append(text, json);
    return text.toString();
  }

  private static void append(StringBuilder text, JsonNode json) {
    if (json.isObject()) {
      text.append('{');
      var names = new TreeSet<String>();
      json.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        // Quoted as JSON, so that names are unambiguous.
        text.append(TextNode.valueOf(name)).append(':');
        append(text, json.get(name));
        text.append(',');
      }
      text.append('}');
    } else if (json.isArray()) {
      text.append('[');
      for (JsonNode element : json) {
        append(text, element);
        text.append(',');
      }
      text.append(']');
    } else {
      text.append(json);
    }
  }
}

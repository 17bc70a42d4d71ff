package io.awaken.core.suspension;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an approval holds for: tool, arguments and the tool's schema, in one number (features row
 * 210, quality F45). The order of fields does not count.
 */
public final class ArgumentsHash {

  private ArgumentsHash() {}

  /**
   * @param schema the tool's parameters; null when it has none
   * @return SHA-256 in hexadecimal
   */
  public static String of(String toolName, JsonNode arguments, JsonNode schema) {
    var text = new StringBuilder(256);
    text.append(toolName).append('\n');
    write(arguments, text);
    text.append('\n');
    write(schema, text);
    return HexFormat.of()
        .formatHex(sha256().digest(text.toString().getBytes(StandardCharsets.UTF_8)));
  }

  private static void write(JsonNode node, StringBuilder out) {
    if (node == null) {
      return;
    }
    if (node.isObject()) {
      var fields = new TreeMap<String, JsonNode>();
      node.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
      out.append('{');
      for (Map.Entry<String, JsonNode> field : fields.entrySet()) {
        out.append(field.getKey().length()).append(':').append(field.getKey()).append('=');
        write(field.getValue(), out);
        out.append(',');
      }
      out.append('}');
    } else if (node.isArray()) {
      out.append('[');
      for (JsonNode item : node) {
        write(item, out);
        out.append(',');
      }
      out.append(']');
    } else {
      out.append(node);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

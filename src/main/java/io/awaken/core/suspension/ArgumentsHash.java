package io.awaken.core.suspension;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * The hash of what an approval applies to: tool, arguments and the tool's schema (features row
 * 210). Independent of the order of fields and the notation of numbers, since a provider may parse
 * a double where a store reads a decimal.
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
    } else if (node.isNumber()) {
      number(node, out);
    } else {
      out.append(node);
    }
  }

  /**
   * Digits without trailing zeros, and a power of ten: never expanded, since {@code 1e999999999}
   * would be huge.
   */
  private static void number(JsonNode node, StringBuilder out) {
    boolean binary = node.isDouble() || node.isFloat();
    if (binary && !Double.isFinite(node.doubleValue())) {
      out.append(node);
      return;
    }
    // A float by its own decimal notation, not by that of the nearest double.
    BigDecimal value = binary ? new BigDecimal(node.asText()) : node.decimalValue();
    if (value.signum() == 0) {
      out.append('0');
      return;
    }
    String digits = value.unscaledValue().toString();
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    out.append(digits, 0, end).append('e').append((long) digits.length() - end - value.scale());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

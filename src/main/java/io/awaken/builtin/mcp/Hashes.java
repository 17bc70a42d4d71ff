package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;

/** Hashes that are independent of field order. */
final class Hashes {

  private Hashes() {}

  /** Returns the SHA-256 of a value with sorted object fields, as 64 hexadecimal digits. */
  static String of(JsonNode value) {
    byte[] text = ordered(value).toString().getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(sha256(text));
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static JsonNode ordered(JsonNode value) {
    if (value.isArray()) {
      var all = JsonNodeFactory.instance.arrayNode(value.size());
      value.forEach(each -> all.add(ordered(each)));
      return all;
    }
    if (!(value instanceof ObjectNode object)) {
      return value;
    }
    var fields = new TreeMap<String, JsonNode>();
    object.properties().forEach(field -> fields.put(field.getKey(), ordered(field.getValue())));
    return JsonNodeFactory.instance.objectNode().setAll(fields);
  }
}

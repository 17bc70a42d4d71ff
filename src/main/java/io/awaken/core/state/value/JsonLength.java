package io.awaken.core.state.value;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Measures JSON text, without writing it if possible. */
public final class JsonLength {

  /** Maximum length of an escaped character. */
  private static final int ESCAPED = 6;

  private static final int NUMBER = 26;
  private static final int MAX_DEPTH = 100;
  private static final long UNKNOWN = Long.MAX_VALUE / 4;

  private JsonLength() {}

  /** Characters of the JSON text, 0 within the limit. */
  public static int beyond(JsonNode json, int limit) {
    if (bound(json, 0) <= limit) {
      return 0;
    }
    int length = json.toString().length();
    return length <= limit ? 0 : length;
  }

  /** An upper bound of the text's length, which is enough to recognise small values. */
  private static long bound(JsonNode json, int depth) {
    if (json.isContainerNode()) {
      return depth < MAX_DEPTH ? ofChildren(json, depth + 1) : UNKNOWN;
    }
    if (json.isTextual()) {
      return 2 + (long) ESCAPED * json.textValue().length();
    }
    boolean large = json.isBigDecimal() || json.isBigInteger() || json.isBinary() || json.isPojo();
    return large ? UNKNOWN : NUMBER;
  }

  private static long ofChildren(JsonNode json, int depth) {
    long sum = 2;
    if (json.isArray()) {
      for (JsonNode child : json) {
        sum += 1 + bound(child, depth);
      }
    }
    for (Map.Entry<String, JsonNode> field : json.properties()) {
      sum += 4 + (long) ESCAPED * field.getKey().length() + bound(field.getValue(), depth);
    }
    return sum;
  }
}

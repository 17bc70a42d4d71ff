package io.awaken.core.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * Replaces half of a surrogate pair with U+FFFD. UTF-8 has no form for a half, so encoders, stores
 * and clients would each change it in their own way. Stateless.
 */
public final class WholeText {

  private static final char REPLACEMENT = '\ufffd';

  private WholeText() {}

  /** The text with whole characters only; the same text when it has no halves; null for null. */
  public static String of(String text) {
    int at = text == null ? -1 : half(text, 0);
    if (at < 0) {
      return text;
    }
    var whole = new StringBuilder(text);
    for (; at >= 0; at = half(text, at + 1)) {
      whole.setCharAt(at, REPLACEMENT);
    }
    return whole.toString();
  }

  /** A value whose texts and field names are whole; the same value when it has no halves. */
  public static JsonNode of(JsonNode value) {
    if (!hasHalves(value)) {
      return value;
    }
    if (value.isTextual()) {
      return TextNode.valueOf(of(value.textValue()));
    }
    if (value.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode(value.size());
      value.forEach(element -> array.add(of(element)));
      return array;
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    value.properties().forEach(field -> object.set(of(field.getKey()), of(field.getValue())));
    return object;
  }

  /** The beginning of a text, at most this many characters; cuts no surrogate pair. */
  public static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    boolean splits =
        most > 0 && Character.isSurrogatePair(text.charAt(most - 1), text.charAt(most));
    return text.substring(0, splits ? most - 1 : most);
  }

  private static boolean hasHalves(JsonNode value) {
    if (value == null || !value.isContainerNode()) {
      return value != null && value.isTextual() && half(value.textValue(), 0) >= 0;
    }
    for (var field : value.properties()) {
      if (half(field.getKey(), 0) >= 0 || hasHalves(field.getValue())) {
        return true;
      }
    }
    if (value.isArray()) {
      for (JsonNode element : value) {
        if (hasHalves(element)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The index of the next half; -1 for none. */
  private static int half(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char at = text.charAt(i);
      if (Character.isSurrogate(at)) {
        if (i + 1 == text.length() || !Character.isSurrogatePair(at, text.charAt(i + 1))) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }
}

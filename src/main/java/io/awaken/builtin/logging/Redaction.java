package io.awaken.builtin.logging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes values that have the format or name of secrets from JSON and text. */
final class Redaction {

  static final String MARK = "[redacted]";

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(passw|secret|token|api[_-]?key|authori[sz]ation|credential|cookie|private[_-]?key)"
              + ".*");

  /** Formats of credentials in headers and settings, and of keys of well-known services. */
  private static final Pattern IN_TEXT =
      Pattern.compile(
          "(?i)(\\b(?:bearer|basic)\\s+|\\b(?:password|secret|api[_-]?key|token)\"?\\s*[:=]\\s*\"?)"
              + "[^\\s\",;}]{4,}|\\b(?:sk|pk|ghp|gho|xox[a-z])[-_][\\w-]{12,}");

  private Redaction() {}

  /**
   * @param text null stays null
   */
  static String of(String text) {
    return text == null ? null : IN_TEXT.matcher(text).replaceAll(Redaction::marked);
  }

  private static String marked(MatchResult found) {
    String before = found.group(1) == null ? "" : found.group(1);
    return Matcher.quoteReplacement(before + MARK);
  }

  /**
   * @param json null stays null
   */
  static JsonNode of(JsonNode json) {
    return switch (json) {
      case ObjectNode object -> {
        ObjectNode clean = JsonNodeFactory.instance.objectNode();
        object
            .properties()
            .forEach(
                field -> {
                  boolean secret = SECRET.matcher(field.getKey()).matches();
                  if (secret) {
                    clean.put(field.getKey(), MARK);
                  } else {
                    clean.set(field.getKey(), of(field.getValue()));
                  }
                });
        yield clean;
      }
      case ArrayNode array -> {
        ArrayNode clean = JsonNodeFactory.instance.arrayNode();
        array.forEach(element -> clean.add(of(element)));
        yield clean;
      }
      case TextNode text -> JsonNodeFactory.instance.textNode(of(text.textValue()));
      case null, default -> json;
    };
  }
}

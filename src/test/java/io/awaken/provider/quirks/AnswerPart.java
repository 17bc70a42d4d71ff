package io.awaken.provider.quirks;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A part of a random answer. */
sealed interface AnswerPart {

  /** What readers see. */
  record Text(String text) implements AnswerPart {}

  /** What the model thinks. */
  record Thought(String text) implements AnswerPart {}

  /** What a tool gets. */
  record Call(String name, Map<String, ?> arguments) implements AnswerPart {}

  /** All texts. */
  static String text(List<AnswerPart> parts) {
    return parts.stream()
        .map(part -> part instanceof Text text ? text.text() : "")
        .collect(Collectors.joining());
  }

  /** All thoughts. */
  static String reasoning(List<AnswerPart> parts) {
    return parts.stream()
        .map(part -> part instanceof Thought thought ? thought.text() : "")
        .collect(Collectors.joining());
  }
}

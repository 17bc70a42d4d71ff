package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The reasoning effort of a model (features row 102): {@code "low"} or {@code {"budget": 2048}}.
 *
 * @param level the level; {@link Level#BUDGET} with a number of tokens
 * @param budgetTokens tokens for reasoning; null unless a budget
 */
public record ReasoningEffort(Level level, Integer budgetTokens) {

  /** Named levels. */
  public enum Level {
    NONE,
    LOW,
    MEDIUM,
    HIGH,
    MAX,
    BUDGET
  }

  public ReasoningEffort {
    if ((level == Level.BUDGET) != (budgetTokens != null)) {
      throw new IllegalArgumentException(
          "a budget of reasoning tokens, and only that, has a number");
    }
    if (budgetTokens != null && budgetTokens < 1) {
      throw new IllegalArgumentException("a budget of reasoning tokens is at least 1");
    }
  }

  public static ReasoningEffort of(Level level) {
    return new ReasoningEffort(level, null);
  }

  public static ReasoningEffort budget(int tokens) {
    return new ReasoningEffort(Level.BUDGET, tokens);
  }

  /**
   * Reads the wire form.
   *
   * @throws IllegalArgumentException naming the allowed values
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static ReasoningEffort of(JsonNode json) {
    if (json.isObject() && json.size() == 1 && json.path("budget").isInt()) {
      return budget(json.get("budget").intValue());
    }
    for (Level level : Level.values()) {
      if (level != Level.BUDGET && level.name().equalsIgnoreCase(json.asText())) {
        return of(level);
      }
    }
    String names =
        Arrays.stream(Level.values())
            .filter(level -> level != Level.BUDGET)
            .map(level -> level.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "reasoning_effort is one of " + names + " or {\"budget\": tokens}");
  }

  /** The wire form. */
  @JsonValue
  public JsonNode wire() {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return level == Level.BUDGET
        ? json.objectNode().put("budget", budgetTokens)
        : json.textNode(level.name().toLowerCase(Locale.ROOT));
  }
}

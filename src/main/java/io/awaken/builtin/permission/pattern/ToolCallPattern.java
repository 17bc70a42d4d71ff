package io.awaken.builtin.permission.pattern;

import java.util.List;

/**
 * Names tool calls: a tool, and what must be true of its arguments (features rows 204-207).
 *
 * <pre>{@code
 * ToolCallPattern.parse("Bash(npm *)").matches(call, Reading.PERMITTING)
 * }</pre>
 *
 * <p>{@code Tool(text)} is about the primary argument: the one that the tool declares; else the
 * only one that it has; else the only one of the call; else the JSON text of all arguments.
 * Matching never throws, whatever the arguments are. Immutable and thread-safe.
 */
public final class ToolCallPattern {

  /** Characters of a pattern at the most. */
  public static final int MAX_LENGTH = 1_024;

  private final String text;
  private final NameTest name;
  private final List<Condition> conditions;
  private final Specificity specificity;

  ToolCallPattern(String text, NameTest name, boolean arguments, List<Condition> conditions) {
    this.text = text;
    this.name = name;
    this.conditions = List.copyOf(conditions);
    this.specificity =
        new Specificity(
            name.rank(),
            arguments,
            conditions.size(),
            conditions.stream().mapToInt(Condition::precision).sum());
  }

  /**
   * Reads a pattern and compiles what is in it.
   *
   * @throws PatternException when it does not parse; it names the column
   */
  public static ToolCallPattern parse(String text) {
    return new PatternParser(text).parse();
  }

  /** Whether it is about this tool, whatever the arguments. */
  public boolean matchesName(String toolId) {
    return name.matches(toolId);
  }

  /** Whether a call matches; all conditions have to be met. */
  public boolean matches(CallSubject call, Reading reading) {
    if (!name.matches(call.toolId())) {
      return false;
    }
    for (int i = 0; i < conditions.size(); i++) {
      if (!conditions.get(i).met(call, reading)) {
        return false;
      }
    }
    return true;
  }

  /** Whether it matches every call of the tools that it is about. */
  public boolean unconditional() {
    return conditions.isEmpty();
  }

  public Specificity specificity() {
    return specificity;
  }

  /** The pattern as written. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ToolCallPattern pattern && pattern.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}

package io.awaken.builtin.permission.pattern;

import java.util.Comparator;
import java.util.List;

/**
 * Matches tool calls: a tool, and conditions on its arguments (features rows 204-207).
 *
 * <pre>{@code
 * ToolCallPattern.parse("Bash(npm *)").matches(call, Reading.PERMITTING)
 * }</pre>
 *
 * <p>{@code Tool(text)} tests the primary argument: the declared one, otherwise the tool's only
 * parameter, otherwise the call's only argument, otherwise the JSON text of all arguments. Matching
 * never throws. Immutable and thread-safe.
 */
public final class ToolCallPattern {

  /** Maximum characters of a pattern. */
  public static final int MAX_LENGTH = 1_024;

  private final String text;
  private final NameMatcher name;
  private final List<Condition> conditions;
  private final Specificity specificity;

  ToolCallPattern(String text, NameMatcher name, boolean arguments, List<Condition> conditions) {
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
   * Parses and compiles a pattern.
   *
   * @throws PatternException naming the column when it does not parse
   */
  public static ToolCallPattern parse(String text) {
    return new PatternParser(text).parse();
  }

  /** Whether it matches this tool, for some arguments. */
  public boolean matchesName(String toolId) {
    return name.matches(toolId);
  }

  /** Whether a call matches: all conditions must be met. */
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

  /** Whether it matches every call of the tools that it names. */
  public boolean unconditional() {
    return conditions.isEmpty();
  }

  /**
   * Whether it surely matches every call that another pattern matches, if this one is read as
   * restricting or has no conditions. False when that cannot be told.
   */
  public boolean covers(ToolCallPattern other) {
    return name.covers(other.name) && other.conditions.containsAll(conditions);
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

  /**
   * How narrow a pattern is (features row 207): compared by name, then by whether it tests
   * arguments, then by the number and precision of its conditions. Greater is narrower.
   *
   * @param name 3 for an exact name, 2 for one with stars, 1 for a regular expression, 0 for any
   *     tool
   * @param arguments whether it tests arguments
   * @param fields number of conditions, including the one on the primary argument
   * @param precision sum over the conditions: 3 for an exact text, 2 for one with stars, 1 for a
   *     regular expression, 0 for each negated one
   */
  public record Specificity(int name, boolean arguments, int fields, int precision)
      implements Comparable<Specificity> {

    private static final Comparator<Specificity> ORDER =
        Comparator.comparingInt(Specificity::name)
            .thenComparing(Specificity::arguments)
            .thenComparingInt(Specificity::fields)
            .thenComparingInt(Specificity::precision);

    /** The {@link #name} of a pattern that names one tool. */
    public static final int EXACT_NAME = 3;

    static final int EXACT = EXACT_NAME;
    static final int GLOB = 2;
    static final int REGEX = 1;
    static final int ANY = 0;

    @Override
    public int compareTo(Specificity other) {
      return ORDER.compare(this, other);
    }
  }
}

package io.awaken.builtin.permission.pattern;

import java.util.Comparator;

/**
 * How narrowly a pattern names calls (features row 207): compared by name, then by whether it says
 * something about arguments, then by how many, then by how precisely. Greater is narrower.
 *
 * @param name 3 for an exact name, 2 for one with stars, 1 for a regular expression, 0 for any tool
 * @param arguments whether parentheses follow the name
 * @param fields conditions, the one on the primary argument included
 * @param precision sum over the conditions: 3 for an exact text, 2 for one with stars, 1 for a
 *     regular expression, 0 for each that says what must not be there
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

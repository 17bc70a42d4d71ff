package io.awaken.builtin.permission.pattern;

import java.util.Comparator;

/**
 * How narrow a pattern is (features row 207): compared by name, then by whether it tests arguments,
 * then by the number and precision of its conditions. Greater is narrower.
 *
 * @param name 3 for an exact name, 2 for one with stars, 1 for a regular expression, 0 for any tool
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

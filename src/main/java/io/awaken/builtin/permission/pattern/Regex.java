package io.awaken.builtin.permission.pattern;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A regular expression in RE2's syntax, without look-around and back-references, so that matching
 * takes time linear in the text. Its size and the work for one text are bounded; a text beyond that
 * cannot be judged. Thread-safe.
 */
final class Regex {

  /** Maximum steps for one text: characters times {@link #size}; about 0.2 s. */
  static final long MAX_STEPS = 20_000_000;

  static final int MAX_LENGTH = 512;
  static final int MAX_SIZE = 1_000;

  private final Pattern pattern;
  private final int size;

  /**
   * @param column its position in the pattern
   * @throws PatternException when it does not compile, or exceeds the limits
   */
  Regex(String text, int column) {
    if (text.length() > MAX_LENGTH) {
      throw new PatternException(column, "a regular expression of at most 512 characters");
    }
    // Compilation expands repetitions; nested ones multiply.
    if (repetition(text) > MAX_SIZE) {
      throw new PatternException(column, "a regular expression that repeats less");
    }
    pattern = compiled(text, column);
    size = Math.max(1, pattern.programSize());
    if (size > MAX_SIZE) {
      throw new PatternException(column, "a simpler regular expression");
    }
  }

  private static Pattern compiled(String text, int column) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new PatternException(
          column, "a regular expression (RE2), but " + e.getDescription() + ": " + e.getPattern());
    } catch (RuntimeException | StackOverflowError e) {
      throw new PatternException(column, "a regular expression (RE2)");
    }
  }

  /** The outcome of looking for a match anywhere in a text. */
  int find(String text) {
    return tooLong(text) ? Outcome.OPEN : Outcome.of(pattern.matcher(text).find());
  }

  /** Whether the whole text matches. */
  boolean matches(String text) {
    return !tooLong(text) && pattern.matcher(text).matches();
  }

  private boolean tooLong(String text) {
    return (long) text.length() * size > MAX_STEPS;
  }

  /**
   * An upper bound: the largest repetition of a single character, times all repetitions of groups.
   */
  private static long repetition(String text) {
    long single = 1;
    long groups = 1;
    for (int i = text.indexOf('{'); i >= 0; i = text.indexOf('{', i + 1)) {
      long count = count(text, i + 1);
      if (i > 0 && text.charAt(i - 1) == ')') {
        groups = Math.min(groups * Math.max(1, count), Integer.MAX_VALUE);
      } else {
        single = Math.max(single, count);
      }
    }
    return single * groups;
  }

  /** The larger number of {@code n}, {@code n,} or {@code n,m}; 0 without one. */
  private static long count(String text, int from) {
    long largest = 0;
    long number = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        number = Math.min(number * 10 + c - '0', Integer.MAX_VALUE);
        largest = Math.max(largest, number);
      } else if (c == ',') {
        number = 0;
      } else {
        break;
      }
    }
    return largest;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Regex regex && regex.pattern.equals(pattern);
  }

  @Override
  public int hashCode() {
    return pattern.hashCode();
  }
}

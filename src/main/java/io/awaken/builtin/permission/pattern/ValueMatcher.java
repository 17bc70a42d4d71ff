package io.awaken.builtin.permission.pattern;

import io.awaken.builtin.permission.pattern.ToolCallPattern.Specificity;
import io.awaken.core.text.Glob;

/** The test of a condition on the text of a value. Thread-safe. */
sealed interface ValueMatcher {

  /** The outcome: matches, fails or open. */
  int test(String value);

  /** See {@link Specificity#precision}. */
  int precision();

  /** The exact text. */
  record Equal(String text) implements ValueMatcher {
    @Override
    public int test(String value) {
      return Outcome.of(value.equals(text));
    }

    @Override
    public int precision() {
      return Specificity.EXACT;
    }
  }

  /** A text with stars. */
  record Globbed(Glob glob) implements ValueMatcher {
    @Override
    public int test(String value) {
      return Outcome.of(glob.matches(value));
    }

    @Override
    public int precision() {
      return glob.exact() ? Specificity.EXACT : Specificity.GLOB;
    }
  }

  /** A match anywhere in the text. */
  record Found(Regex regex) implements ValueMatcher {
    @Override
    public int test(String value) {
      return regex.find(value);
    }

    @Override
    public int precision() {
      return Specificity.REGEX;
    }
  }
}

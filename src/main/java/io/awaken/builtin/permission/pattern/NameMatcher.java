package io.awaken.builtin.permission.pattern;

import io.awaken.builtin.permission.pattern.ToolCallPattern.Specificity;
import io.awaken.core.text.Glob;

/** The tool names that a pattern matches, as a whole. Thread-safe. */
sealed interface NameMatcher {

  boolean matches(String toolId);

  /** Whether it surely matches every name that another one matches. */
  default boolean covers(NameMatcher other) {
    if (other instanceof Globbed named && named.glob.exact()) {
      return matches(named.glob.literal());
    }
    if (this instanceof Globbed all && all.glob.any() || equals(other)) {
      return true;
    }
    return this instanceof Globbed wide
        && other instanceof Globbed narrow
        && wide.glob.covers(narrow.glob);
  }

  /** See {@link Specificity#name}. */
  int rank();

  /** A name, possibly with stars. */
  record Globbed(Glob glob) implements NameMatcher {
    @Override
    public boolean matches(String toolId) {
      return glob.matches(toolId);
    }

    @Override
    public int rank() {
      return glob.exact() ? Specificity.EXACT : glob.any() ? Specificity.ANY : Specificity.GLOB;
    }
  }

  /** A regular expression. */
  record Expression(Regex regex) implements NameMatcher {
    @Override
    public boolean matches(String toolId) {
      return regex.matches(toolId);
    }

    @Override
    public int rank() {
      return Specificity.REGEX;
    }
  }
}

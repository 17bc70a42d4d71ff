package io.awaken.config.syntax;

/** Bounds of the tree that a document is read into. */
final class SyntaxLimits {

  /** Nesting of objects and lists. */
  static final int MAX_DEPTH = 64;

  /** Aliases of one YAML document. */
  static final int MAX_ALIASES = 50;

  /** Values of one YAML document with its aliases expanded. */
  static final int MAX_VALUES = 100_000;

  private SyntaxLimits() {}
}

package io.awaken.server.documents.syntax;

/** Bounds of the tree that a document is read into. */
final class SyntaxLimits {

  /** Objects and lists within each other. */
  static final int MAX_DEPTH = 64;

  /** Aliases of one YAML document. */
  static final int MAX_ALIASES = 50;

  /** Values of one YAML document after its aliases are replaced by what they stand for. */
  static final int MAX_VALUES = 100_000;

  private SyntaxLimits() {}
}

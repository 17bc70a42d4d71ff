package io.awaken.core.state;

/** What happens when two hooks of a phase write one key (features rows 42, 49). */
public enum MergeStrategy {
  /** A conflict: one of the two runs again and sees the other's write. */
  EXCLUSIVE,
  /**
   * All updates are applied. Updates of such a key must be independent of their order: a sum, a
   * union, a maximum.
   */
  COMMUTATIVE
}

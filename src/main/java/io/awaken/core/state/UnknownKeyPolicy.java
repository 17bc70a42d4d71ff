package io.awaken.core.state;

/** How to handle a stored value that no current key or codec can read (features row 52). */
public enum UnknownKeyPolicy {
  /** Refuse to restore, naming the key. */
  ERROR,
  /** Skip the value; it stays stored. */
  SKIP
}

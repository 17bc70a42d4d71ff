package io.awaken.core.state;

/** What to do with a stored value that no key or codec of today can read (features row 52). */
public enum UnknownKeyPolicy {
  /** Refuse to restore, naming the key. */
  ERROR,
  /** Leave the value out; what is stored stays as it is. */
  SKIP
}

package io.awaken.protocol.agui.event;

import java.util.Set;

/**
 * The state of one connection, shared by all encoders that write to it. For one thread at a time.
 */
final class Connection {

  private boolean begun;
  private boolean wrote;
  private Set<String> subagents;
  private boolean over;

  /**
   * @param returning whether the reader has the start of its run
   */
  Connection(boolean returning) {
    begun = returning;
    wrote = !returning;
  }

  /** Whether the start of the run must be written; false after the first call. */
  boolean begin() {
    boolean first = !begun;
    begun = true;
    return first;
  }

  /** Records that something was written. */
  void wrote() {
    wrote = true;
  }

  /** Whether the server knows what is open on the wire. */
  boolean known() {
    return wrote;
  }

  /**
   * Discards what the reader got after a commit.
   *
   * @param active sub-agents that are active for the reader
   */
  void reset(Set<String> active) {
    subagents = active;
  }

  /** The active sub-agents of the previous encoder if its output was discarded; else null. */
  Set<String> takeReset() {
    Set<String> taken = subagents;
    subagents = null;
    return taken;
  }

  /** Stops writing. */
  void end() {
    over = true;
  }

  boolean over() {
    return over;
  }
}

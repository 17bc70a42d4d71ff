package io.awaken.protocol.agui.event;

import java.util.Set;

/**
 * What has happened on one connection, over all encoders that write it. For one thread at a time.
 */
final class Connection {

  private boolean begun;
  private boolean wrote;
  private Set<String> subagents;
  private boolean over;

  /**
   * @param returning whether the reader has the beginning of its run
   */
  Connection(boolean returning) {
    begun = returning;
    wrote = !returning;
  }

  /** Whether the beginning of the run is still to be written; false from then on. */
  boolean begin() {
    boolean first = !begun;
    begun = true;
    return first;
  }

  /** Something was written. */
  void wrote() {
    wrote = true;
  }

  /** Whether it is known what the reader takes for open. */
  boolean known() {
    return wrote;
  }

  /**
   * What the reader got behind a commit is void.
   *
   * @param active sub-agents that the reader takes for active
   */
  void reset(Set<String> active) {
    subagents = active;
  }

  /** The sub-agents of the encoder before, if what it wrote was void; null otherwise. */
  Set<String> takeReset() {
    Set<String> taken = subagents;
    subagents = null;
    return taken;
  }

  /** Nothing more is written. */
  void end() {
    over = true;
  }

  boolean over() {
    return over;
  }
}

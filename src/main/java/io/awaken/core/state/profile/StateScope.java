package io.awaken.core.state.profile;

import java.util.Objects;

/**
 * The address of a shared value (features rows 59-60): any text is valid, these are the
 * conventions.
 *
 * @param text as stored; at most 256 characters
 */
public record StateScope(String text) {

  public StateScope {
    Objects.requireNonNull(text, "scope");
    if (text.isBlank() || text.length() > ProfileLimits.MAX_KEY) {
      throw new IllegalArgumentException(
          "a scope has 1 to " + ProfileLimits.MAX_KEY + " characters");
    }
  }

  /** Shared by the whole tenant. */
  public static StateScope global() {
    return new StateScope("global");
  }

  /** All threads that one thread delegated to. */
  public static StateScope parentThread(String threadId) {
    return new StateScope("parent_thread::" + threadId);
  }

  /** All runs of an agent. */
  public static StateScope agentType(String agentId) {
    return new StateScope("agent_type::" + agentId);
  }

  /** One thread. */
  public static StateScope thread(String threadId) {
    return new StateScope("thread::" + threadId);
  }

  @Override
  public String toString() {
    return text;
  }
}

package io.awaken.core.plugin.hook;

import io.awaken.core.message.Message;
import io.awaken.core.plugin.context.HookContext;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Restricts the tools that the model may use in one call. Allow-lists of several filters intersect;
 * when nothing is left, requirements win over advice, then the strongest filter over the others,
 * and the conflict is published as an event.
 */
@FunctionalInterface
public interface ToolFilter {

  /** How a filter composes with the others. */
  enum Strength {
    /** A boundary: always applies, and wins over advice of any rank. */
    REQUIRED,
    /**
     * Advice: dropped when a filter of higher rank suppresses advice, or when no tool would be
     * left.
     */
    ADVISORY
  }

  /**
   * What a filter can read.
   *
   * @param hook the run
   * @param messages the conversation that the model will get
   * @param tools ids of all tools that the agent has
   */
  record Context(HookContext hook, List<Message> messages, List<String> tools) {}

  /**
   * @return the only tools for this call; empty for no opinion
   */
  Optional<Set<String>> allow(Context context) throws Exception;

  default Strength strength() {
    return Strength.REQUIRED;
  }

  /** Higher wins a conflict among filters of one strength; default 0. */
  default int rank() {
    return 0;
  }

  /** Whether advisory filters of a lower rank are dropped while this one has an opinion. */
  default boolean suppressesAdvisory() {
    return false;
  }

  /** Why a call of a tool that this filter hides is refused, for the model. */
  default Optional<String> denialReason(String toolId) {
    return Optional.empty();
  }
}

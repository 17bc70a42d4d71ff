package io.awaken.core.agent;

import io.awaken.core.spec.AgentSpec;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;

/**
 * One agent of a {@link Resolution}.
 *
 * @param spec its document
 * @param plugins names of its plugins, except injected ones
 * @param tools hashes of the parameters of its tools and those of its variants, by id
 */
record PinnedAgent(AgentSpec spec, SortedSet<String> plugins, Map<String, String> tools) {

  /**
   * Whether the agent or a variant has a current tool. A tool added later is not part of the
   * version, unless a variant names it.
   */
  boolean has(String tool, AgentSpec as) {
    return tools.containsKey(tool)
        || !Objects.equals(as.allowedTools(), spec.allowedTools())
            && as.allowedTools() != null
            && as.allowedTools().contains(tool);
  }
}

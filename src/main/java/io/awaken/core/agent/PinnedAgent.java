package io.awaken.core.agent;

import io.awaken.core.spec.AgentSpec;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;

/**
 * One agent of a {@link Resolution}.
 *
 * @param spec its document
 * @param plugins names of the plugins that it was put together with, but for those that every
 *     runtime injects
 * @param tools hashes of the parameters of its tools, and of those that its variants may have, by
 *     id
 */
record PinnedAgent(AgentSpec spec, SortedSet<String> plugins, Map<String, String> tools) {

  /**
   * Whether an agent, or a variant of it, has a tool that there is now: one that came later is none
   * of the version, unless a variant names it.
   */
  boolean has(String tool, AgentSpec as) {
    return tools.containsKey(tool)
        || !Objects.equals(as.allowedTools(), spec.allowedTools())
            && as.allowedTools() != null
            && as.allowedTools().contains(tool);
  }
}

package io.awaken.builtin.mcp;

import io.awaken.core.spec.McpServerSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Decides which tools of a list are offered: those whose hash is the known one, and new ones where
 * the first use counts.
 *
 * @param accepted by name
 * @param waiting those that somebody has to approve, by name, with the reason
 */
record ToolTrust(Map<String, ListedTool> accepted, Map<String, String> waiting) {

  private static final String NEW = "is new and waits for approval";
  private static final String CHANGED = "has changed and waits for approval";
  private static final String PINNED = "is not as its document says it must be";

  static ToolTrust of(McpServerSpec spec, Map<String, ListedTool> listed, ToolPins pins) {
    Map<String, String> fixed = spec.trust().tools();
    var known = new HashMap<>(pins.of(spec.id()));
    var unknown = new TreeMap<String, String>();
    listed.forEach(
        (name, tool) -> {
          if (!known.containsKey(name) && !fixed.containsKey(name)) {
            unknown.put(name, tool.hash());
          }
        });
    if (spec.trust().firstUse() && !unknown.isEmpty()) {
      pins.add(spec.id(), unknown);
      // Another node may have seen them first, and otherwise.
      known.putAll(pins.of(spec.id()));
    }
    var accepted = new TreeMap<String, ListedTool>();
    var waiting = new TreeMap<String, String>();
    listed.forEach(
        (name, tool) -> {
          String hash = fixed.getOrDefault(name, known.get(name));
          if (tool.hash().equals(hash)) {
            accepted.put(name, tool);
          } else if (fixed.containsKey(name)) {
            waiting.put(name, PINNED);
          } else {
            waiting.put(name, hash == null ? NEW : CHANGED);
          }
        });
    return new ToolTrust(accepted, waiting);
  }
}

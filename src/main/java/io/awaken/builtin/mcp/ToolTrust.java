package io.awaken.builtin.mcp;

import io.awaken.core.spec.McpServerSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Decides which listed tools are offered: those with the accepted hash, and new ones under trust on
 * first use.
 *
 * @param accepted by name
 * @param waiting reasons of tools that need approval, by name
 */
record ToolTrust(Map<String, ListedTool> accepted, Map<String, String> waiting) {

  private static final String NEW = "is new and waits for approval";
  private static final String CHANGED = "has changed and waits for approval";
  private static final String PINNED = "differs from the hash in its document";

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
      // Another node may have accepted another version first.
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

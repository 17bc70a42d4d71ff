package io.awaken.builtin.mcp;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stores the accepted hash of each MCP tool (features row 1077). Thread-safe; nodes may share one
 * storage.
 */
public interface ToolPins {

  /** Returns the accepted hashes of a server's tools, by the server's tool names. */
  Map<String, String> of(String server);

  /**
   * Accepts new tools; tools with a hash keep it.
   *
   * @param hashes by name
   */
  void add(String server, Map<String, String> hashes);

  /**
   * Accepts a tool's current hash, replacing the earlier one.
   *
   * @param by the subject that approves
   */
  void approve(String server, String tool, String hash, String by);

  /** Stores hashes in memory, until the program ends. */
  static ToolPins inMemory() {
    return new ToolPins() {
      private final Map<String, Map<String, String>> servers = new ConcurrentHashMap<>();

      private Map<String, String> tools(String server) {
        return servers.computeIfAbsent(server, any -> new ConcurrentHashMap<>());
      }

      @Override
      public Map<String, String> of(String server) {
        return Map.copyOf(tools(server));
      }

      @Override
      public void add(String server, Map<String, String> hashes) {
        hashes.forEach(tools(server)::putIfAbsent);
      }

      @Override
      public void approve(String server, String tool, String hash, String by) {
        tools(server).put(tool, hash);
      }
    };
  }
}

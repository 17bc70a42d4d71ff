package io.awaken.builtin.mcp;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers by which hash each tool of a server was accepted (features row 1077). Thread-safe;
 * several nodes may share what it remembers.
 */
public interface ToolPins {

  /** The hashes of a server's tools, by the names that the server gives them. */
  Map<String, String> of(String server);

  /**
   * Accepts tools that were never seen before; one that has a hash already keeps it.
   *
   * @param hashes by name
   */
  void add(String server, Map<String, String> hashes);

  /**
   * Accepts a tool as it is now, whatever was accepted before.
   *
   * @param by the subject that approves
   */
  void approve(String server, String tool, String hash, String by);

  /** In memory: forgotten when the program ends. */
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

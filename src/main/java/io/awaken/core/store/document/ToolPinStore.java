package io.awaken.core.store.document;

import java.util.Map;

/**
 * Remembers by which hash each tool of a server was accepted (features row 1077), for all nodes.
 * Each call is atomic by itself and durable when it returns. Thread-safe.
 */
public interface ToolPinStore {

  /** Characters of the name of a tool. */
  int MAX_NAME = 128;

  /** The hashes of a server's tools, by the names that the server gives them. */
  Map<String, String> of(String server);

  /** Notes hashes of tools that have none; others keep theirs. */
  void add(String server, Map<String, String> hashes);

  /**
   * Notes the hash of a tool in the place of whatever it had.
   *
   * @param by the subject that approves
   */
  void approve(String server, String tool, String hash, String by);
}

package io.awaken.core.store.document;

import java.util.Map;

/**
 * Stores the approved hash of each tool of a server (features row 1077), for all nodes. Each call
 * is atomic and durable when it returns. Thread-safe.
 */
public interface ToolPinStore {

  /** Maximum length of a tool name. */
  int MAX_NAME = 128;

  /** Returns the hashes of a server's tools by tool name. */
  Map<String, String> of(String server);

  /** Stores the hashes of tools that have none; existing hashes stay. */
  void add(String server, Map<String, String> hashes);

  /**
   * Stores the hash of a tool, replacing an existing one.
   *
   * @param by the subject that approves
   */
  void approve(String server, String tool, String hash, String by);
}

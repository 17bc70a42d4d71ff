package io.awaken.builtin.mcp.transport;

import java.time.Duration;

/** How much is taken from one server (features row 1072); beyond it, it is disconnected. */
public final class McpLimits {

  /** Bytes of one message, and of one answer over HTTP. */
  public static final int MAX_MESSAGE = 8 << 20;

  /** Bytes of an answer that reports an error. */
  static final int MAX_ERROR = 64 << 10;

  /** Messages that may come before the one that is waited for. */
  static final int MAX_MESSAGES = 10_000;

  /** Objects and lists within each other. */
  static final int MAX_DEPTH = 128;

  /** Characters of the id of a session. */
  static final int MAX_SESSION = 1_024;

  /** How often a stream that broke off is asked for what is left of it. */
  static final int MAX_RESUMPTIONS = 100;

  /** Requests that one process may work on at a time. */
  static final int MAX_OPEN = 256;

  /** Before a broken stream is asked for again, when the server says nothing else. */
  static final Duration RETRY = Duration.ofSeconds(1);

  /** For what is said to a server without an answer, such as that a call is cancelled. */
  static final Duration SAY = Duration.ofSeconds(5);

  /** How long a process may take to end by itself. */
  static final Duration END = Duration.ofSeconds(2);

  private McpLimits() {}
}

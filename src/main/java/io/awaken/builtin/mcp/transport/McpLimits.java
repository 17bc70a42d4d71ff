package io.awaken.builtin.mcp.transport;

import java.time.Duration;

/** Limits for one server (features row 1072); a server that exceeds them is disconnected. */
public final class McpLimits {

  /** Maximum bytes of one message, and of one HTTP answer. */
  public static final int MAX_MESSAGE = 8 << 20;

  /** Maximum bytes of an error answer. */
  static final int MAX_ERROR = 64 << 10;

  /** Maximum messages before a response. */
  static final int MAX_MESSAGES = 10_000;

  /** Maximum nesting depth of a message. */
  static final int MAX_DEPTH = 128;

  /** Maximum characters of a session id. */
  static final int MAX_SESSION = 1_024;

  /** Maximum resumptions of a stream. */
  static final int MAX_RESUMPTIONS = 100;

  /** Maximum concurrent requests to a process. */
  static final int MAX_OPEN = 256;

  /** Default delay before resuming a broken stream. */
  static final Duration RETRY = Duration.ofSeconds(1);

  /** Time limit for sending notifications such as a cancellation. */
  static final Duration SAY = Duration.ofSeconds(5);

  /** Time limit for ending a session. */
  static final Duration END = Duration.ofSeconds(2);

  private McpLimits() {}
}

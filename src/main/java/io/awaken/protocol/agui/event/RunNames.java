package io.awaken.protocol.agui.event;

import java.util.Map;

/**
 * A client's ids for its thread and run. A run of the server with suspensions is several protocol
 * runs, one for each request that continues it. Immutable.
 *
 * @param threadId as sent by the client
 * @param runId as sent by the client
 * @param parentRunId as sent by the client; null for none
 * @param dialect how events are written
 * @param resultIds the ids of the tool messages that the client has, by call: it chooses those of
 *     the calls that it executes, and an id of the server would make a second message of them
 */
public record RunNames(
    String threadId,
    String runId,
    String parentRunId,
    Dialect dialect,
    Map<String, String> resultIds) {

  public RunNames {
    resultIds = Map.copyOf(resultIds);
  }

  /** For a client whose messages are unknown. */
  public RunNames(String threadId, String runId, String parentRunId, Dialect dialect) {
    this(threadId, runId, parentRunId, dialect, Map.of());
  }
}

package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.core.tool.LogLevel;
import io.awaken.mcp.ProtocolVersion;
import java.util.function.BiFunction;

/**
 * How a client reads the answer of its call.
 *
 * @param id of the request
 * @param progressToken under which progress is told; null for none
 * @param version that client and server speak
 * @param client what the client can be asked for
 * @param start sequence number of the last event of the run that belongs to an earlier answer, or
 *     that the client has; what lies before it is not told
 * @param state what a client has to bring when it answers questions that a run asked at this place,
 *     since 2026-07-28
 * @param task whether the client waits for a task; 2025-11-25. Its stream outlasts questions that
 *     the client cannot answer, because others can
 * @param logs the least important messages of tools that the client wants for its log; null for
 *     none
 */
public record CallReading(
    JsonNode id,
    JsonNode progressToken,
    ProtocolVersion version,
    ClientAbilities client,
    long start,
    BiFunction<RunId, Cursor, String> state,
    boolean task,
    LogLevel logs) {

  /** The answer of a call that is no task, to a client that wants no messages for its log. */
  public CallReading(
      JsonNode id,
      JsonNode progressToken,
      ProtocolVersion version,
      ClientAbilities client,
      long start,
      BiFunction<RunId, Cursor, String> state) {
    this(id, progressToken, version, client, start, state, false, null);
  }

  /** The same behind another place. */
  public CallReading behind(long sequence) {
    return new CallReading(id, progressToken, version, client, sequence, state, task, logs);
  }

  /** Whether the stream goes on while somebody is asked. */
  boolean asksMeanwhile() {
    return (client.any() || task) && !version.modern();
  }

  /** Whether a client that loses the stream can come back for the rest. */
  boolean resumable() {
    return !version.modern();
  }
}

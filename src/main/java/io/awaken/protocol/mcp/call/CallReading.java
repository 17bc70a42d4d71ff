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
 * @param progressToken identifies progress notifications; null for none
 * @param version the negotiated protocol version
 * @param client the client's capabilities
 * @param start sequence number of the last event that the client has or that belongs to an earlier
 *     answer; events up to it are not sent
 * @param state creates the state that the client must return with its answers, for a cursor; since
 *     2026-07-28
 * @param task whether the client waits for a task result; 2025-11-25. Its stream continues when the
 *     client cannot answer a question, because others can
 * @param logs the minimum level of log messages; null for none
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

  /** A copy that starts after another sequence number. */
  public CallReading after(long sequence) {
    return new CallReading(id, progressToken, version, client, sequence, state, task, logs);
  }

  /** Whether the stream stays open while a question is open. */
  boolean staysOpenForQuestions() {
    return (client.any() || task) && !version.modern();
  }

  /** Whether a client can resume a lost stream. */
  boolean resumable() {
    return !version.modern();
  }
}

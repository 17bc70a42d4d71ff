package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.http.json.ProtocolJson;
import io.awaken.mcp.JsonRpc;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;

/**
 * The id of an event of a call's stream: all that a node needs to go on with the stream behind it.
 * It grants nothing: who reads must see the run.
 *
 * @param run that the call began
 * @param cursor the last event of the run that the client has
 * @param id of the request that is answered
 * @param progressToken under which progress is told; null for none
 * @param task whether the client waits for a task
 */
public record CallPlace(
    RunId run, Cursor cursor, JsonNode id, JsonNode progressToken, boolean task) {

  private static final int MAX_LENGTH = 4 * JsonRpc.MAX_NAME;

  /** In the stream of a call that is no task. */
  public CallPlace(RunId run, Cursor cursor, JsonNode id, JsonNode progressToken) {
    this(run, cursor, id, progressToken, false);
  }

  /** As the stream says it. */
  public String text() {
    ArrayNode request = JsonNodeFactory.instance.arrayNode().add(id);
    if (progressToken != null || task) {
      request.add(progressToken);
    }
    if (task) {
      request.add(true);
    }
    String names =
        Base64.getUrlEncoder().withoutPadding().encodeToString(ProtocolJson.bytes(request));
    return run + "/" + cursor + "/" + names;
  }

  /** Reads what {@link #text} wrote; empty for anything else. */
  public static Optional<CallPlace> parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 3 || text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      JsonNode request = ProtocolJson.mapper().readTree(Base64.getUrlDecoder().decode(parts[2]));
      JsonNode id = request.path(0);
      JsonNode token = request.hasNonNull(1) ? request.get(1) : null;
      if (!JsonRpc.isId(id) || token != null && !JsonRpc.isId(token)) {
        return Optional.empty();
      }
      boolean task = request.path(2).asBoolean();
      var run = new RunId(parts[0]);
      return Cursor.parse(parts[1]).map(cursor -> new CallPlace(run, cursor, id, token, task));
    } catch (IllegalArgumentException | IOException broken) {
      return Optional.empty();
    }
  }

  CallPlace at(Cursor other) {
    return new CallPlace(run, other, id, progressToken, task);
  }
}

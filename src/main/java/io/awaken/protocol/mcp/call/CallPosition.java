package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.http.json.ProtocolJson;
import io.awaken.rpc.JsonRpc;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;

/**
 * The event id in a call's stream: any node can resume the stream from it. It grants no access: the
 * reader must be allowed to see the run.
 *
 * @param run the run of the call
 * @param cursor the last event of the run that the client has
 * @param id of the request that is answered
 * @param progressToken identifies progress notifications; null for none
 * @param task whether the client waits for a task result
 */
public record CallPosition(
    RunId run, Cursor cursor, JsonNode id, JsonNode progressToken, boolean task) {

  private static final int MAX_LENGTH = 4 * JsonRpc.MAX_NAME;

  /** The wire form. */
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

  /** Parses the output of {@link #text}; empty for anything else. */
  public static Optional<CallPosition> parse(String text) {
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
      return Cursor.parse(parts[1]).map(cursor -> new CallPosition(run, cursor, id, token, task));
    } catch (IllegalArgumentException | IOException broken) {
      return Optional.empty();
    }
  }

  CallPosition at(Cursor other) {
    return new CallPosition(run, other, id, progressToken, task);
  }
}

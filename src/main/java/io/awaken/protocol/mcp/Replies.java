package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.protocol.mcp.call.ClientAbilities;
import io.awaken.protocol.mcp.call.Forms.ReplyNames;

/**
 * A client's replies to the requests of an earlier result, since 2026-07-28.
 *
 * @param inputs the replies by request name; unknown names change nothing
 * @param client its capabilities
 */
record Replies(JsonNode inputs, ClientAbilities client) {

  /**
   * The reply to a question, or to one of its requests.
   *
   * @param request null for the question itself
   * @return null for none
   */
  JsonNode to(String question, String request, ReplyNames names) {
    return inputs.get(request == null ? question : names.of(question, request));
  }
}

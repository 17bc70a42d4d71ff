package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.protocol.mcp.call.ClientAbilities;
import io.awaken.protocol.mcp.call.ReplyNames;

/**
 * What a client since 2026-07-28 answers to what it was asked.
 *
 * @param inputs the replies by the names that the requests had; anything else changes nothing
 * @param client what it can be asked for
 */
record Replies(JsonNode inputs, ClientAbilities client) {

  /**
   * The reply to a question, or to a request of it.
   *
   * @param request null for the question itself
   * @return null for none
   */
  JsonNode to(String question, String request, ReplyNames names) {
    return inputs.get(request == null ? question : names.of(question, request));
  }
}

package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.mcp.McpError;
import io.awaken.rpc.JsonRpcError;
import java.util.Map;

/**
 * Input that a server requires before it returns a result (features row 1131).
 *
 * @param requests requests to users or the model, by key; empty when the call should be repeated
 *     unchanged
 * @param state opaque server state to send back; null for none
 */
record InputRequired(ObjectNode requests, String state) {

  /** The type of such a result. */
  static final String TYPE = "input_required";

  /** Maximum requests of one result. */
  static final int MAX_REQUESTS = 16;

  /** Maximum characters of a server's state. */
  static final int MAX_STATE = 64 << 10;

  private static final int MAX_KEY = 256;

  /**
   * @param samples whether the server may ask the model
   * @throws McpException of kind {@code GARBAGE} or {@code FLOOD} with the violation
   */
  static InputRequired read(JsonNode result, boolean samples) throws McpException {
    JsonNode state = result.path("requestState");
    JsonNode requests = result.path("inputRequests");
    boolean some = requests instanceof ObjectNode asked && !asked.isEmpty();
    if (!some && !state.isTextual()) {
      throw new McpException(Kind.GARBAGE, "it requires input without requests");
    }
    if (state.asText("").length() > MAX_STATE) {
      throw new McpException(
          Kind.FLOOD, "its requestState has more than " + MAX_STATE + " characters");
    }
    ObjectNode all = some ? (ObjectNode) requests : JsonNodeFactory.instance.objectNode();
    if (all.size() > MAX_REQUESTS) {
      throw new McpException(
          Kind.FLOOD, "it asks more than " + MAX_REQUESTS + " questions at a time");
    }
    for (Map.Entry<String, JsonNode> each : all.properties()) {
      check(each.getKey(), each.getValue(), samples);
    }
    return new InputRequired(all, state.isTextual() ? state.asText() : null);
  }

  private static void check(String key, JsonNode request, boolean samples) throws McpException {
    String method = request.path("method").asText();
    if (key.length() > MAX_KEY) {
      throw new McpException(
          Kind.GARBAGE, "a key of inputRequests has more than " + MAX_KEY + " characters");
    }
    boolean forModel = samples && method.equals(SamplingRequest.METHOD);
    if (!forModel && !method.equals(Elicitation.METHOD)) {
      throw new McpException(
          Kind.GARBAGE,
          "it asks for " + McpSession.shortened(method) + ", which is not offered to it");
    }
    try {
      if (forModel) {
        SamplingRequest.read(request.path("params"));
      } else {
        Elicitation.read(request.path("params"));
      }
    } catch (IllegalArgumentException e) {
      throw new McpException(
          Kind.GARBAGE, "it sent an invalid request: " + McpSession.shortened(e.getMessage()));
    }
  }

  /**
   * Reads pages that a user must visit before the call is repeated, which servers report by an
   * error since 2025-11-25.
   *
   * @return null for any other error
   */
  static InputRequired of(JsonRpcError error) throws McpException {
    if (error.code() != McpError.URL_ELICITATION_REQUIRED || error.data() == null) {
      return null;
    }
    ObjectNode requests = JsonNodeFactory.instance.objectNode();
    for (JsonNode each : error.data().path("elicitations")) {
      ObjectNode request = requests.putObject("page-" + (requests.size() + 1));
      request.put("method", Elicitation.METHOD).set("params", each);
    }
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.set("inputRequests", requests);
    return read(result, false);
  }
}

package io.awaken.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/**
 * One JSON-RPC 2.0 message. Immutable as long as no caller changes its nodes; {@link JsonRpc} reads
 * and writes it.
 */
public sealed interface JsonRpcMessage {

  /**
   * A request for a response with the same id.
   *
   * @param id a string or a whole number
   * @param params never null; empty if the message had none
   */
  record Request(JsonNode id, String method, ObjectNode params) implements JsonRpcMessage {
    public Request {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(method, "method");
      params = params == null ? JsonNodeFactory.instance.objectNode() : params;
    }
  }

  /**
   * A message without a response.
   *
   * @param params never null; empty if the message had none
   */
  record Notification(String method, ObjectNode params) implements JsonRpcMessage {
    public Notification {
      Objects.requireNonNull(method, "method");
      params = params == null ? JsonNodeFactory.instance.objectNode() : params;
    }
  }

  /** A response, successful or not. */
  sealed interface Response extends JsonRpcMessage {

    /** The id of the request; null only for an error about a message whose id could not be read. */
    JsonNode id();
  }

  /** A successful response. */
  record Result(JsonNode id, JsonNode result) implements Response {
    public Result {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(result, "result");
    }
  }

  /** A failed request. */
  record Failure(JsonNode id, JsonRpcError error) implements Response {
    public Failure {
      Objects.requireNonNull(error, "error");
    }
  }
}

package io.awaken.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/**
 * One message of JSON-RPC 2.0. Immutable as long as nobody changes the nodes that it was made of;
 * {@link JsonRpc} reads and writes it.
 */
public sealed interface JsonRpcMessage {

  /**
   * Asks for an answer under the same id.
   *
   * @param id a text or a whole number
   * @param params never null; empty where the message had none
   */
  record Request(JsonNode id, String method, ObjectNode params) implements JsonRpcMessage {
    public Request {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(method, "method");
      params = params == null ? JsonNodeFactory.instance.objectNode() : params;
    }
  }

  /**
   * Says something that nobody answers.
   *
   * @param params never null; empty where the message had none
   */
  record Notification(String method, ObjectNode params) implements JsonRpcMessage {
    public Notification {
      Objects.requireNonNull(method, "method");
      params = params == null ? JsonNodeFactory.instance.objectNode() : params;
    }
  }

  /** What answers a request, well or badly. */
  sealed interface Response extends JsonRpcMessage {

    /** The id of the request; null only for an error about a message whose id was not read. */
    JsonNode id();
  }

  /** A request that went well. */
  record Result(JsonNode id, JsonNode result) implements Response {
    public Result {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(result, "result");
    }
  }

  /** A request that failed. */
  record Failure(JsonNode id, JsonRpcError error) implements Response {
    public Failure {
      Objects.requireNonNull(error, "error");
    }
  }
}

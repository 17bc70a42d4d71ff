package io.awaken.mcp;

import com.fasterxml.jackson.databind.JsonNode;

/** JSON that is no message of JSON-RPC 2.0. */
public final class InvalidMessage extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient JsonNode id;

  InvalidMessage(JsonNode id, String why) {
    super(why);
    this.id = id;
  }

  /** The id of the message, so that its error can be told apart; null where it has none. */
  public JsonNode id() {
    return id;
  }

  /** What it is answered with. */
  public JsonRpcMessage.Failure answer() {
    return new JsonRpcMessage.Failure(
        id, new JsonRpcError(JsonRpcError.INVALID_REQUEST, getMessage()));
  }
}

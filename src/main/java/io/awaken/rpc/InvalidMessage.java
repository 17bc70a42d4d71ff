package io.awaken.rpc;

import com.fasterxml.jackson.databind.JsonNode;

/** JSON that is not a JSON-RPC 2.0 message. */
public final class InvalidMessage extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient JsonNode id;

  InvalidMessage(JsonNode id, String why) {
    super(why);
    this.id = id;
  }

  /** The id of the message, to correlate the error; null without one. */
  public JsonNode id() {
    return id;
  }

  /** Returns the error response. */
  public JsonRpcMessage.Failure answer() {
    return new JsonRpcMessage.Failure(
        id, new JsonRpcError(JsonRpcError.INVALID_REQUEST, getMessage()));
  }
}

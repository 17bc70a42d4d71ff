package io.awaken.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Result;

/**
 * Reads and writes JSON-RPC 2.0 messages whose ids are strings or whole numbers and whose
 * parameters are objects. Stateless.
 */
public final class JsonRpc {

  /** Maximum number of characters of an id, a progress token or a method name. */
  public static final int MAX_NAME = 256;

  private static final String VERSION = "2.0";

  private JsonRpc() {}

  /**
   * Reads one message; null in an optional field is an absent field.
   *
   * @param json is changed
   * @param absent the fields in which null is none
   * @throws InvalidMessage naming the wrong field
   */
  public static JsonRpcMessage read(JsonNode json, AbsentFields absent) throws InvalidMessage {
    if (!(json instanceof ObjectNode object)) {
      throw new InvalidMessage(null, "a message must be a JSON object");
    }
    JsonNode id = object.get("id");
    JsonNode known = isId(id) ? id : null;
    JsonNode version = object.get("jsonrpc");
    if (version == null || !VERSION.equals(version.textValue())) {
      throw new InvalidMessage(known, "jsonrpc must be \"2.0\"");
    }
    return object.has("method")
        ? request(object, id, known, absent)
        : response(object, id, known, absent);
  }

  private static JsonRpcMessage request(
      ObjectNode object, JsonNode id, JsonNode known, AbsentFields absent) throws InvalidMessage {
    String method = object.get("method").textValue();
    if (method == null || method.isBlank() || method.length() > MAX_NAME) {
      throw new InvalidMessage(
          known, "method must be a text of 1 to %d characters".formatted(MAX_NAME));
    }
    JsonNode params = present(object, "params");
    if (params != null && !params.isObject()) {
      throw new InvalidMessage(known, "params must be an object");
    }
    absent.drop(params);
    if (id == null) {
      return new Notification(method, (ObjectNode) params);
    }
    if (known == null) {
      throw new InvalidMessage(
          null, "id must be a text of 1 to %d characters or a whole number".formatted(MAX_NAME));
    }
    return new Request(known, method, (ObjectNode) params);
  }

  private static JsonRpcMessage response(
      ObjectNode object, JsonNode id, JsonNode known, AbsentFields absent) throws InvalidMessage {
    JsonNode error = present(object, "error");
    // A result may be null, but not beside an error.
    JsonNode result = error == null ? object.get("result") : present(object, "result");
    if ((result == null) == (error == null)) {
      throw new InvalidMessage(known, "a message must have method, result or error, and only one");
    }
    if (known == null && (result != null || id != null && !id.isNull())) {
      throw new InvalidMessage(
          null, "id must be a text of 1 to %d characters or a whole number".formatted(MAX_NAME));
    }
    absent.drop(result);
    absent.drop(error);
    return result != null ? new Result(known, result) : new Failure(known, error(error, known));
  }

  /** A field; many implementations write null for an absent one. */
  private static JsonNode present(ObjectNode object, String field) {
    JsonNode value = object.get(field);
    return value == null || value.isNull() ? null : value;
  }

  private static JsonRpcError error(JsonNode error, JsonNode id) throws InvalidMessage {
    JsonNode code = error.get("code");
    JsonNode message = error.get("message");
    if (code == null || !code.isIntegralNumber() || !code.canConvertToInt()) {
      throw new InvalidMessage(id, "error.code must be a whole number");
    }
    if (message == null || !message.isTextual()) {
      throw new InvalidMessage(id, "error.message must be a text");
    }
    return new JsonRpcError(
        code.intValue(),
        message.textValue(),
        error instanceof ObjectNode object ? present(object, "data") : null);
  }

  /** Whether a value is a valid id or progress token. */
  public static boolean isId(JsonNode value) {
    if (value == null) {
      return false;
    }
    return value.isTextual()
        ? !value.textValue().isEmpty() && value.textValue().length() <= MAX_NAME
        : value.isIntegralNumber() && value.canConvertToLong();
  }

  /** Writes a message as JSON. */
  public static ObjectNode write(JsonRpcMessage message) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("jsonrpc", VERSION);
    switch (message) {
      case Request request -> {
        json.set("id", request.id());
        params(json.put("method", request.method()), request.params());
      }
      case Notification notification ->
          params(json.put("method", notification.method()), notification.params());
      case Result done -> {
        json.set("id", done.id());
        json.set("result", done.result());
      }
      case Failure failure -> {
        json.set("id", failure.id());
        json.set("error", write(failure.error()));
      }
    }
    return json;
  }

  private static void params(ObjectNode json, ObjectNode params) {
    if (!params.isEmpty()) {
      json.set("params", params);
    }
  }

  private static ObjectNode write(JsonRpcError error) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("code", error.code())
            .put("message", error.message());
    if (error.data() != null) {
      json.set("data", error.data());
    }
    return json;
  }

  /** JSON that is not a JSON-RPC 2.0 message. */
  public static final class InvalidMessage extends Exception {
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
}

package io.awaken.protocol.a2a.task;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.Refusal;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Result;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import java.io.IOException;

/** How a binding wraps results and errors. Immutable. */
public sealed interface Frames {

  /** The binding HTTP+JSON. */
  Frames REST = new Rest();

  /** The binding JSON-RPC, for answers to one request. */
  static Frames rpc(JsonNode id) {
    return new Rpc(id);
  }

  /**
   * The answer to a body that is no request of JSON-RPC.
   *
   * @param id null if it is unknown
   */
  static Response rpcError(JsonNode id, JsonRpcError error) {
    Frames unknown = new Rpc(id);
    return unknown.json(200, JsonRpc.write(new Failure(id, error))).build();
  }

  /** A result, or an element of a stream. */
  ObjectNode result(ObjectNode result);

  /** Writes what precedes the fields of a result. */
  void begin(JsonGenerator json) throws IOException;

  /** An error. */
  ObjectNode error(Refusal refusal);

  /** The name of the server-sent event of an error; empty for none. */
  String errorEvent();

  /** The whole answer to a request. */
  default Response answer(ObjectNode result) {
    return json(200, result(result)).build();
  }

  /** The whole answer to a request that failed. */
  default Response answer(Refusal refusal) {
    ResponseBuilder answer = json(status(refusal), error(refusal));
    if (refusal.retryAfter() != null) {
      answer.header("Retry-After", refusal.retryAfter());
    }
    if (refusal.status() == 401) {
      answer.header("WWW-Authenticate", "Bearer");
    }
    return answer.build();
  }

  /** The status of the answer to a request that failed. */
  int status(Refusal refusal);

  /** The media type of answers. */
  String mediaType();

  private ResponseBuilder json(int status, ObjectNode body) {
    return Response.status(status).type(mediaType()).entity(ProtocolJson.bytes(body));
  }

  /** Plain results, and errors as {@code google.rpc.Status}. */
  record Rest() implements Frames {
    @Override
    public ObjectNode result(ObjectNode result) {
      return result;
    }

    @Override
    public void begin(JsonGenerator json) throws IOException {
      json.writeStartObject();
    }

    @Override
    public ObjectNode error(Refusal refusal) {
      return A2aError.body(refusal);
    }

    @Override
    public String errorEvent() {
      return "event: error\n";
    }

    @Override
    public int status(Refusal refusal) {
      return A2aError.status(refusal);
    }

    @Override
    public String mediaType() {
      return "application/a2a+json";
    }
  }

  /**
   * JSON-RPC responses.
   *
   * @param id of the request; null if it is unknown
   */
  record Rpc(JsonNode id) implements Frames {
    private static final int OK = 200;

    @Override
    public ObjectNode result(ObjectNode result) {
      return JsonRpc.write(new Result(id, result));
    }

    @Override
    public void begin(JsonGenerator json) throws IOException {
      json.writeStartObject();
      json.writeStringField("jsonrpc", "2.0");
      json.writeFieldName("id");
      json.writeTree(id);
      json.writeObjectFieldStart("result");
    }

    @Override
    public ObjectNode error(Refusal refusal) {
      var error =
          new JsonRpcError(A2aError.rpcCode(refusal), refusal.message(), A2aError.details(refusal));
      return JsonRpc.write(new Failure(id, error));
    }

    @Override
    public String errorEvent() {
      return "";
    }

    /** What the protocol itself reports is a successful exchange for HTTP. */
    @Override
    public int status(Refusal refusal) {
      return switch (refusal.status()) {
        case 400, 404, 409, 410, 415 -> OK;
        default -> refusal.status();
      };
    }

    @Override
    public String mediaType() {
      return "application/json";
    }
  }
}

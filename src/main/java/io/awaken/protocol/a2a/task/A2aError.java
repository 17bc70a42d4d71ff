package io.awaken.protocol.a2a.task;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The errors of A2A 1.0 (section 5.4) that this server answers, with their codes in each binding.
 */
public enum A2aError {
  TASK_NOT_FOUND(-32001, "NOT_FOUND", 404),
  TASK_NOT_CANCELABLE(-32002, Shape.PRECONDITION, 400),
  UNSUPPORTED_OPERATION(-32004, Shape.PRECONDITION, 400),
  CONTENT_TYPE_NOT_SUPPORTED(-32005, Shape.INVALID, 400),
  VERSION_NOT_SUPPORTED(-32009, Shape.PRECONDITION, 400);

  /** Refusals of the server for which the protocol has an error. */
  private static final Map<String, A2aError> KNOWN =
      Map.of(
          "run_not_found", TASK_NOT_FOUND,
          "no_open_run", UNSUPPORTED_OPERATION,
          "unsupported_media_type", CONTENT_TYPE_NOT_SUPPORTED,
          "unsupported_content", CONTENT_TYPE_NOT_SUPPORTED);

  private static final String DOMAIN = "a2a-protocol.org";
  private static final String NO_METHOD = "method_not_found";
  private static final int METHOD_NOT_FOUND = -32601;
  private static final int INVALID_PARAMS = -32602;
  private static final int INTERNAL_ERROR = -32603;
  private static final int SERVER_ERROR = -32000;

  private final Shape shape;

  A2aError(int rpc, String grpc, int http) {
    shape = new Shape(rpc, grpc, name(), http);
  }

  /** The failure of a request with this error. */
  public RefusedException exception(String message) {
    return new Refusal(shape.http(), code(), message, null, null).exception();
  }

  /** The refusal of an operation that does not exist. */
  public static RefusedException noMethod() {
    return new Refusal(404, NO_METHOD, "there is no such method", null, null).exception();
  }

  private String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The same answer for a missing task and for one that the caller may not see. */
  public static RefusedException noTask(String id) {
    return Refusal.notFound("task", id).exception();
  }

  /** The code of a refusal in JSON-RPC. */
  static int rpcCode(Refusal refusal) {
    return Shape.of(refusal).rpc();
  }

  /** The status of a refusal in HTTP+JSON. */
  static int status(Refusal refusal) {
    return Shape.of(refusal).http();
  }

  /** The error of HTTP+JSON: {@code google.rpc.Status} as JSON. */
  static ObjectNode body(Refusal refusal) {
    Shape shape = Shape.of(refusal);
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode error = body.putObject("error");
    error.put("code", shape.http()).put("status", shape.grpc()).put("message", refusal.message());
    error.set("details", details(refusal));
    return body;
  }

  /** The details of an error: one {@code google.rpc.ErrorInfo}. */
  static ArrayNode details(Refusal refusal) {
    ArrayNode details = JsonNodeFactory.instance.arrayNode();
    ObjectNode info = details.addObject();
    info.put("@type", "type.googleapis.com/google.rpc.ErrorInfo");
    info.put("reason", Shape.of(refusal).reason()).put("domain", DOMAIN);
    ObjectNode metadata = info.putObject("metadata").put("code", refusal.code());
    if (refusal.field() != null) {
      metadata.put("field", refusal.field());
    }
    return details;
  }

  /**
   * A refusal in the terms of the bindings.
   *
   * @param rpc the code of JSON-RPC
   * @param grpc the name of the gRPC status
   * @param reason in {@code google.rpc.ErrorInfo}
   * @param http the status
   */
  private record Shape(int rpc, String grpc, String reason, int http) {
    static final String PRECONDITION = "FAILED_PRECONDITION";
    static final String INVALID = "INVALID_ARGUMENT";

    static Shape of(Refusal refusal) {
      A2aError known = KNOWN.get(refusal.code());
      return known != null ? known.shape : ofName(refusal);
    }

    private static Shape ofName(Refusal refusal) {
      return Stream.of(values())
          .filter(each -> each.code().equals(refusal.code()))
          .findFirst()
          .map(each -> each.shape)
          .orElseGet(() -> other(refusal));
    }

    private static Shape other(Refusal refusal) {
      int status = refusal.status();
      String reason = refusal.code().toUpperCase(Locale.ROOT);
      if (refusal.code().equals(NO_METHOD)) {
        return new Shape(METHOD_NOT_FOUND, "UNIMPLEMENTED", reason, status);
      }
      return switch (status) {
        // The name by which clients know it; the metadata has our code.
        case 400, 413 -> new Shape(INVALID_PARAMS, INVALID, "INVALID_PARAMS", status);
        case 401 -> new Shape(SERVER_ERROR, "UNAUTHENTICATED", reason, status);
        case 403 -> new Shape(SERVER_ERROR, "PERMISSION_DENIED", reason, status);
        case 404, 410 -> new Shape(INVALID_PARAMS, "NOT_FOUND", reason, status);
        case 409 -> new Shape(SERVER_ERROR, "ABORTED", reason, status);
        case 429 -> new Shape(SERVER_ERROR, "RESOURCE_EXHAUSTED", reason, status);
        case 503 -> new Shape(SERVER_ERROR, "UNAVAILABLE", reason, status);
        default ->
            status < 500
                ? new Shape(SERVER_ERROR, "UNIMPLEMENTED", reason, status)
                : new Shape(INTERNAL_ERROR, "INTERNAL", reason, status);
      };
    }
  }
}

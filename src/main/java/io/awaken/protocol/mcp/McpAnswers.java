package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.http.json.ProtocolJson;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpcMessage;
import io.awaken.rpc.JsonRpcMessage.Failure;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;

/** Answers that are not streamed. Stateless. */
public final class McpAnswers {

  private McpAnswers() {}

  /** Answers with one message. */
  public static ResponseBuilder of(JsonRpcMessage message) {
    return json(200, JsonRpc.write(message));
  }

  /** Answers with JSON. */
  public static ResponseBuilder json(int status, JsonNode json) {
    return Response.status(status)
        .type(MediaType.APPLICATION_JSON_TYPE)
        .entity(ProtocolJson.bytes(json));
  }

  /** Confirms a notification or an answer of the client. */
  public static Response accepted() {
    return Response.status(202).build();
  }

  /**
   * Answers with an error.
   *
   * @param id of the request; null when it is unknown
   */
  public static Response of(JsonNode id, McpFailure failure) {
    ResponseBuilder answer =
        json(failure.status(), JsonRpc.write(new Failure(id, failure.error())));
    if (failure.retryAfter() != null) {
      answer.header("Retry-After", failure.retryAfter());
    }
    if (failure.status() == 405) {
      answer.header("Allow", "POST");
    }
    return answer.build();
  }
}

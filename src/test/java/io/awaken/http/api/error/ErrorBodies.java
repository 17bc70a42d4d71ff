package io.awaken.http.api.error;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.CountingIds;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.Refusal;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;

/** The body of a refused request. */
public final class ErrorBodies {

  private ErrorBodies() {}

  public static Record of(Refusal refusal) {
    return ErrorView.of(refusal);
  }

  /** The application's answer to a failure of a resource. */
  public static Response mapped(Throwable failure) {
    var mapper = new ThrowableMapper();
    mapper.ids = new CountingIds("mapped");
    return mapper.toResponse(failure);
  }

  /** The answer's body as sent. */
  public static String text(Response answer) {
    return new String((byte[]) answer.getEntity(), StandardCharsets.UTF_8);
  }

  /** The refusal in an answer, with its details as JSON. */
  public static Refusal refusal(Response answer) {
    JsonNode body = AskingApi.json(text(answer));
    String retryAfter = answer.getHeaderString(HttpHeaders.RETRY_AFTER);
    return new Refusal(
        answer.getStatus(),
        body.get("code").asText(),
        body.get("error").asText(),
        body.path("field").textValue(),
        retryAfter == null ? null : Integer.valueOf(retryAfter),
        body.has("details") ? new Details(body.get("details")) : null);
  }

  private record Details(JsonNode json) {}
}

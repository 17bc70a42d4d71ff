package io.awaken.http.api.error;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.CountingIds;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.Refusal;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;

/** What the client of a refused request reads. */
public final class ErrorBodies {

  private ErrorBodies() {}

  public static Record of(Refusal refusal) {
    return ErrorView.of(refusal);
  }

  /** What the application makes of a failure that leaves a resource. */
  public static Response mapped(Throwable failure) {
    var mapper = new ThrowableMapper();
    mapper.ids = new CountingIds("mapped");
    return mapper.toResponse(failure);
  }

  /** What stands in the answer, as it is sent. */
  public static String text(Response answer) {
    return new String((byte[]) answer.getEntity(), StandardCharsets.UTF_8);
  }

  /** The refusal that an answer tells of; its details are told as JSON. */
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

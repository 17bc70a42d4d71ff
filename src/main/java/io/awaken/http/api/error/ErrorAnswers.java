package io.awaken.http.api.error;

import io.awaken.core.run.Ids;
import io.awaken.http.json.NativeJson;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Refusals;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;

/** Maps refusals to responses, and unexpected failures to an error id for the log. */
public final class ErrorAnswers {

  /** A 401 must name a scheme (RFC 9110 section 11.6.1). */
  static final String CHALLENGE = "Bearer";

  private ErrorAnswers() {}

  /** Written as bytes, to bypass other providers and accepted types. */
  public static Response.ResponseBuilder of(Refusal refusal) {
    var response =
        Response.status(refusal.status())
            .type(MediaType.APPLICATION_JSON_TYPE)
            .entity(body(refusal));
    if (refusal.retryAfter() != null) {
      response.header("Retry-After", refusal.retryAfter());
    }
    if (refusal.status() == 401) {
      response.header(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE);
    }
    if (refusal.status() == 408 || refusal.status() == 413) {
      // The rest of the body is not read.
      response.header("Connection", "close");
    }
    return response;
  }

  /** Answers a request that is refused before it reaches a route. */
  public static void write(Refusal refusal, HttpServletResponse response) throws IOException {
    response.setStatus(refusal.status());
    response.setContentType(MediaType.APPLICATION_JSON);
    if (refusal.retryAfter() != null) {
      response.setIntHeader("Retry-After", refusal.retryAfter());
    }
    response.getOutputStream().write(body(refusal));
  }

  /** The refusal as JSON. */
  public static byte[] body(Refusal refusal) {
    return NativeJson.bytes(ErrorView.of(refusal));
  }

  /** Maps a failure: a refusal, or 500 with an error id that is also logged. */
  public static Response of(Throwable failure, Ids ids) {
    return of(Refusals.orUnexpected(failure, ids)).build();
  }
}

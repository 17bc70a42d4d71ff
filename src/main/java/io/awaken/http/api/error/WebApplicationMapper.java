package io.awaken.http.api.error;

import io.awaken.core.run.Ids;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Refusals;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Maps refusals of the container: unknown routes, wrong methods and types. */
@Provider
@ApplicationScoped
public class WebApplicationMapper implements ExceptionMapper<WebApplicationException> {

  @Inject Ids ids;

  @Override
  public Response toResponse(WebApplicationException failure) {
    Response refused = failure.getResponse();
    int status = refused.getStatus();
    if (status < 400) {
      return refused;
    }
    Refusal refusal =
        Refusals.of(failure)
            .orElseGet(
                () -> status < 500 ? Refusals.ofStatus(status) : Refusals.unexpected(failure, ids));
    var response = ErrorAnswers.of(refusal);
    String allow = refused.getHeaderString(HttpHeaders.ALLOW);
    return allow == null ? response.build() : response.header(HttpHeaders.ALLOW, allow).build();
  }
}

package io.awaken.http.api.error;

import io.awaken.http.security.RefusedException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Maps refusals of our own checks. */
@Provider
public class RefusedMapper implements ExceptionMapper<RefusedException> {

  @Override
  public Response toResponse(RefusedException failure) {
    return ErrorAnswers.of(failure.refusal()).build();
  }
}

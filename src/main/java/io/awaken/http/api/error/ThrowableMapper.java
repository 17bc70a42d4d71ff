package io.awaken.http.api.error;

import io.awaken.core.run.Ids;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Maps all other failures: domain refusals by their meaning, the rest without internal details. */
@Provider
@ApplicationScoped
public class ThrowableMapper implements ExceptionMapper<Throwable> {

  @Inject Ids ids;

  @Override
  public Response toResponse(Throwable failure) {
    return ErrorAnswers.of(failure, ids);
  }
}

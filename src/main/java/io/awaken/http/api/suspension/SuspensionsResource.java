package io.awaken.http.api.suspension;

import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;

/** Questions that the caller may see, of all threads. */
@Path("suspensions")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class SuspensionsResource {

  @Inject SuspensionStore suspensions;
  @Context SecurityContext security;

  /** Returns a page of questions, oldest first; by default open ones. */
  @GET
  @Route(
      name = "listSuspensions",
      summary = "The questions of all threads that the caller may see, oldest first.",
      answers = @Answer(SuspensionsView.class))
  public SuspensionsView list(@BeanParam SuspensionParameters parameters) {
    return SuspensionsView.of(parameters, Callers.of(security), suspensions);
  }
}

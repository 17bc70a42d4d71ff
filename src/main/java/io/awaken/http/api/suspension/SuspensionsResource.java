package io.awaken.http.api.suspension;

import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
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
  public Response list(
      @Described(
              value = "Default: `open`.",
              values = {"open", "decided", "consumed", "cancelled", "all"},
              fallback = "open")
          @QueryParam("status")
          String status,
      @QueryParam("thread_id") String threadId,
      @QueryParam("agent_id") String agentId,
      @Described(value = "The action, as named by the tool.", max = SuspensionPage.MAX_ACTION)
          @QueryParam("action")
          String action,
      @QueryParam("limit") String limit,
      @QueryParam("cursor") String cursor) {
    var query = new SuspensionPage.Query(status, threadId, agentId, action, limit, cursor);
    return Response.ok(page(query)).build();
  }

  SuspensionsView page(SuspensionPage.Query query) {
    var page = SuspensionPage.of(Callers.of(security), query);
    var found = suspensions.inbox(page.query(), page.limit() + 1);
    return SuspensionsView.of(page, found);
  }
}

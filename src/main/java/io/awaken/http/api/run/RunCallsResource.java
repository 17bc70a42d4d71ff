package io.awaken.http.api.run;

import io.awaken.core.run.RunRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.PathIds;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** The tool calls of a run and their states (features rows 54, 55). */
@Path("runs/{id}/calls")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class RunCallsResource {

  @Inject RunStore runs;
  @Context SecurityContext security;

  @GET
  @Route(
      name = "listRunCalls",
      summary = "The tool calls of a run, in the order of the model's requests.",
      answers = @Answer(RunCallsView.class),
      refuses = "404 run_not_found")
  public Response list(
      @PathParam("id") String id,
      @QueryParam("limit") String limit,
      @QueryParam("cursor") String cursor) {
    return Response.ok(page(id, limit, cursor)).build();
  }

  RunCallsView page(String id, String limit, String cursor) {
    RunRecord run = PathIds.run(id, Callers.of(security), runs);
    return RunCallsView.of(run.runId(), runs.calls(run.runId()), limit, cursor);
  }
}

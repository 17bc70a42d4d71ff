package io.awaken.http.api.run;

import io.awaken.core.run.Caller;
import io.awaken.core.store.run.RunStore;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.Callers;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** The number of open runs of the operator's tenant by state. */
@Path("runs/summary")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class RunSummaryResource {

  @Inject RunStore runs;
  @Inject AdminRole admin;
  @Context SecurityContext security;

  @GET
  @Route(
      name = "summarizeRuns",
      summary = "The number of open runs of the operator's tenant by state.",
      answers = @Answer(Summary.class),
      refuses = "403 forbidden unusable_caller")
  public Response get() {
    return Response.ok(summary()).build();
  }

  Summary summary() {
    Caller caller = Callers.of(security);
    admin.require(caller);
    var unfinished = runs.unfinished(caller.tenant());
    return new Summary(unfinished.running(), unfinished.waiting(), unfinished.created());
  }

  /** Counts of executing, waiting and queued runs. */
  record Summary(long running, long waiting, long created) {}
}

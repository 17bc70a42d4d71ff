package io.awaken.http.api.suspension;

import io.awaken.core.run.ThreadId;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunDecisions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** Decides a suspended call of the thread's open run. */
@Path("threads/{id}/decision")
@ApplicationScoped
public class ThreadDecisionResource {

  @Inject RunDecisions decisions;
  @Context SecurityContext security;

  /** Accepted when the decision is stored; the run's events report the result. */
  @POST
  @Route(
      name = "decideThread",
      summary = "Decides a suspended call of the thread's open run.",
      answers = @Answer(status = 202, value = DecisionView.class),
      refuses = {
        "403 not_an_approver unusable_caller",
        "404 thread_not_found suspension_not_found",
        "409 suspension_closed suspension_expired other_suspension other_arguments"
      })
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces(MediaType.APPLICATION_JSON)
  public Response decide(@PathParam("id") String id, SubmitDecision body) {
    return Response.accepted(decided(id, body)).build();
  }

  DecisionView decided(String id, SubmitDecision body) {
    var request = Bodies.required(body).toRequest(Callers.of(security));
    ThreadId thread = PathIds.thread(id, Callers.of(security));
    return DecisionView.of(decisions.decide(thread, request, SuspensionView::of));
  }
}

package io.awaken.http.api.suspension;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunDecisions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** Questions of a thread, and their decisions. */
@Path("threads")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ThreadSuspensionsResource {

  @Inject ThreadStore threads;
  @Inject SuspensionStore suspensions;
  @Inject RunDecisions decisions;
  @Context SecurityContext security;

  /** Returns a page of questions, oldest first; by default open ones. */
  @GET
  @Route(
      name = "listThreadSuspensions",
      summary = "The questions of a thread, oldest first.",
      answers = @Answer(SuspensionsView.class),
      refuses = "404 thread_not_found")
  @Path("{id}/suspensions")
  public SuspensionsView list(
      @PathParam("id") String id,
      @Described(
              value = "Default: `open`.",
              values = {"open", "decided", "consumed", "cancelled", "all"},
              fallback = "open")
          @QueryParam("status")
          String status,
      @QueryParam("limit") String limit,
      @QueryParam("cursor") String cursor) {
    Caller caller = Callers.of(security);
    String thread = PathIds.thread(id, caller, threads).id().value();
    var ofThread = new SuspensionParameters(status, thread, null, null, limit, cursor);
    return SuspensionsView.of(ofThread, caller, suspensions);
  }

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
  @Path("{id}/decision")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response decide(@PathParam("id") String id, SubmitDecision body) {
    return Response.accepted(decided(id, body)).build();
  }

  DecisionView decided(String id, SubmitDecision body) {
    var request = Bodies.required(body).toRequest(Callers.of(security));
    ThreadId thread = PathIds.thread(id, Callers.of(security));
    return DecisionView.of(decisions.decide(thread, request, SuspensionView::of));
  }
}

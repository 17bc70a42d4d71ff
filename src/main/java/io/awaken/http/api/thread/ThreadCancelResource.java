package io.awaken.http.api.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunStops;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** Cancels the thread's open run, or else its latest run. */
@Path("threads/{id}/cancel")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ThreadCancelResource {

  @Inject ThreadStore threads;
  @Inject RunStops stops;
  @Context SecurityContext security;

  /** Also accepted if there is nothing to cancel; then it names no run. */
  @POST
  @Route(
      name = "cancelThread",
      summary = "Cancels the thread's open run, or else its latest run.",
      answers = @Answer(status = 202, value = Cancelled.class),
      refuses = "404 thread_not_found")
  public Response cancel(@PathParam("id") String id) {
    return Response.accepted(cancelled(id)).build();
  }

  Cancelled cancelled(String id) {
    Caller caller = Callers.of(security);
    ThreadRecord thread = PathIds.thread(id, caller, threads, ThreadAction.WRITE);
    return new Cancelled(
        "cancel_requested", thread.id(), stops.cancel(thread, caller).orElse(null));
  }

  /**
   * The result.
   *
   * @param runId null if there was nothing to cancel
   */
  record Cancelled(@Required String status, @Required ThreadId threadId, RunId runId) {}
}

package io.awaken.http.api.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.http.openapi.Answer;
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

/** Clears a thread: cancels queued and waiting runs and asks the running one to stop. */
@Path("threads/{id}/interrupt")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ThreadInterruptResource {

  @Inject RunStops stops;
  @Context SecurityContext security;

  /** Also accepted if there is nothing to stop, with counts of zero. */
  @POST
  @Route(
      name = "interruptThread",
      summary =
          "Clears a thread: cancels queued and waiting runs and asks the running one to stop.",
      answers = @Answer(status = 202, value = InterruptView.class),
      refuses = "404 thread_not_found")
  public Response interrupt(@PathParam("id") String id) {
    return Response.accepted(interrupted(id)).build();
  }

  InterruptView interrupted(String id) {
    Caller caller = Callers.of(security);
    ThreadId thread = PathIds.thread(id, caller);
    return InterruptView.of(thread, stops.interrupt(thread, caller));
  }
}

package io.awaken.http.api;

import io.awaken.core.commit.RunLook;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.http.security.Callers;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RequestGate;
import io.awaken.http.stream.Streams;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Optional;

/** The events of a run, from a cursor on: first what was, then what happens. */
@Path("runs/{id}/events/stream")
@RequestScoped
public class RunEventsResource {

  @Inject Streams streams;
  @Context SecurityContext security;

  /**
   * Streams the events behind a cursor. A client that has the last event of a run that is over, or
   * that waits for a decision, gets 204, which tells a browser not to come again; after a decision
   * it comes back with the same cursor.
   */
  @GET
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void stream(
      @PathParam("id") String id,
      @HeaderParam("Last-Event-ID") String lastEventId,
      @QueryParam("cursor") String cursor,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    Cursor from = StreamCursor.of(lastEventId, cursor);
    RunId runId = PathIds.run(id).orElseThrow(() -> Refusal.notFound("run", id).exception());
    try (var resumed = streams.resume(runId, from)) {
      RunLook run = visible(resumed.found(), id);
      check(from, run);
      if (run.nothingFollows(from)) {
        response.resume(Response.noContent().build());
        return;
      }
      try (var place = streams.reserve(Callers.of(security))) {
        RequestGate.leave(request);
        place.open(resumed, new StreamEventEncoder(), request, response);
      }
    }
  }

  private RunLook visible(Optional<RunLook> found, String id) {
    Caller caller = Callers.of(security);
    return found
        .filter(run -> caller.sees(run.tenant(), run.subject()))
        .orElseThrow(() -> Refusal.notFound("run", id).exception());
  }

  /** A cursor of an epoch that the thread has not reached is from somewhere else. */
  private static void check(Cursor from, RunLook run) {
    if (from.epoch() > run.threadEpoch()) {
      throw Refusal.invalid("cursor", "the cursor is not one of this run").exception();
    }
    if (run.expired(from)) {
      throw ExpiredCursor.of(run.floor().toString()).exception();
    }
  }
}

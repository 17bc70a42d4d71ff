package io.awaken.http.api;

import io.awaken.core.commit.EventLog;
import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.SuspensionStore;
import io.awaken.core.commit.ThreadStore;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadRecord;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.security.Ownership;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RequestGate;
import io.awaken.http.stream.RestingRuns;
import io.awaken.http.stream.StreamRequest;
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

/** The events of a run, from a cursor on: first what was, then what happens. */
@Path("runs/{id}/events/stream")
@RequestScoped
public class RunEventsResource {

  @Inject RunStore runs;
  @Inject ThreadStore threads;
  @Inject SuspensionStore suspensions;
  @Inject EventLog log;
  @Inject Streams streams;
  @Context SecurityContext security;

  /**
   * Streams the events behind a cursor. A client that has the last event of a run that is over, or
   * that waits for a decision, gets 204, which tells a browser not to come again; after a decision
   * it comes back with the same cursor.
   */
  @GET
  @Route(
      name = "streamRunEvents",
      says = "The events of a run behind a cursor, or all of them: what was, then what happens.",
      answers = {
        @Answer(stream = AgentEvent.class, says = StreamEventEncoder.DESCRIPTION),
        @Answer(status = 204, says = "The run is over or waits, and nothing follows the cursor.")
      },
      refuses = "404 run_not_found")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void stream(
      @PathParam("id") String id,
      @HeaderParam("Last-Event-ID") String lastEventId,
      @Described("The `id` of the last event that the client has.") @QueryParam("cursor")
          String cursor,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    Caller caller = Callers.of(security);
    RunRecord run = Ownership.visible(PathIds.run(id).flatMap(runs::find), id, caller);
    Cursor from = StreamCursor.of(lastEventId, cursor);
    check(from, run);
    if (nothingFollows(from, run)) {
      response.resume(Response.noContent().build());
      return;
    }
    try (var place = streams.reserve(caller)) {
      RequestGate.leave(request);
      place.open(
          StreamRequest.behind(run.runId(), from), new StreamEventEncoder(), request, response);
    }
  }

  /** A cursor of an epoch that the thread has not reached is from somewhere else. */
  private void check(Cursor from, RunRecord run) {
    if (from.equals(Cursor.START)) {
      return;
    }
    long epoch = threads.find(run.threadId()).map(ThreadRecord::epoch).orElse(0L);
    if (from.epoch() > epoch) {
      throw Refusal.invalid("cursor", "the cursor is not one of this run").exception();
    }
  }

  private boolean nothingFollows(Cursor from, RunRecord run) {
    return from.sequence() > 0
        && RestingRuns.rests(run, suspensions)
        && log.lastSequence(run.runId(), Long.MAX_VALUE) == from.sequence()
        && log.lastSequence(run.runId(), from.epoch()) == from.sequence();
  }
}

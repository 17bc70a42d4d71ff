package io.awaken.http.api.event;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.EventLog;
import io.awaken.http.api.request.QueryValues;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunPlace;
import io.awaken.http.submit.RunStreams;
import jakarta.enterprise.context.ApplicationScoped;
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

/** The events of a run: a page of committed events, or a stream of past and live events. */
@Path("runs/{id}/events")
@ApplicationScoped
public class RunEventsResource {

  @Inject EventLog log;
  @Inject RunStreams streams;
  @Context SecurityContext security;

  /** Returns a page of committed events after a cursor. */
  @GET
  @Route(
      name = "listRunEvents",
      summary = "A page of the committed events of a run after a cursor.",
      answers = @Answer(EventsView.class),
      refuses = {"404 run_not_found", "410 cursor_expired"})
  @Produces(MediaType.APPLICATION_JSON)
  public EventsView list(
      @PathParam("id") String id,
      @Described("A `cursor` or `next_cursor` of a list, or the `id` of an event of the stream.")
          @QueryParam("cursor")
          String cursor,
      @Described(
              value = "Maximum number of events of the page.",
              type = int.class,
              min = 1,
              max = 200,
              fallback = "50")
          @QueryParam("limit")
          String limit) {
    RunId runId = run(id);
    var place = place(runId, null, cursor);
    return new RunEventsPage(runId, place.from(), QueryValues.limit(limit))
        .read(
            at -> {
              var found = log.view(runId, at, RunEventsPage.SEGMENTS);
              Caller caller = Callers.of(security);
              return at.equals(place.from())
                  ? place.checked(found, caller)
                  : place.visible(found, caller);
            });
  }

  /**
   * Streams the events after a cursor. A client that already has the last event of an ended or
   * suspended run gets 204, which stops a browser from reconnecting; after a decision it reconnects
   * with the same cursor.
   */
  @GET
  @Path("stream")
  @Route(
      name = "streamRunEvents",
      summary =
          "The events of a run after a cursor, or all of them: past events first, then live ones.",
      answers = {
        @Answer(stream = AgentEvent.class, description = StreamEventEncoder.DESCRIPTION),
        @Answer(
            status = 204,
            description = "The run has ended or waits, and no event follows the cursor.")
      },
      refuses = {"404 run_not_found", "410 cursor_expired", "429 too_many_streams"})
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void stream(
      @PathParam("id") String id,
      @HeaderParam("Last-Event-ID") String lastEventId,
      @Described("The `id` of the last event that the client has.") @QueryParam("cursor")
          String cursor,
      @Described(value = StreamEventEncoder.DELEGATES, type = boolean.class, fallback = "false")
          @QueryParam("delegates")
          String delegates,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    RunId runId = run(id);
    var place = place(runId, lastEventId, cursor);
    var encoding = StreamEventEncoder.encoding(delegates, runId, lastEventId, cursor);
    if (!streams.attach(place, Callers.of(security), encoding, request, response::resume)) {
      response.resume(Response.noContent().build());
    }
  }

  private static RunPlace place(RunId run, String lastEventId, String cursor) {
    EventCursors<Cursor> cursors = EventCursors.of(run);
    Cursor from = cursors.position(lastEventId, cursor).orElse(Cursor.START);
    return new RunPlace(run, from, cursors::write, FieldNames.NATIVE);
  }

  private static RunId run(String id) {
    return PathIds.run(id);
  }
}

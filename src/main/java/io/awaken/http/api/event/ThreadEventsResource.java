package io.awaken.http.api.event;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.http.api.request.QueryValues;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunStreams;
import io.awaken.http.submit.ThreadPlace;
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
import jakarta.ws.rs.core.SecurityContext;

/** The events of all runs of a thread, in the order of their commits. */
@Path("threads/{id}/events")
@ApplicationScoped
public class ThreadEventsResource {

  @Inject EventLog log;
  @Inject RunStreams streams;
  @Context SecurityContext security;

  /** Returns a page of the committed events after a cursor; without one, of all stored events. */
  @GET
  @Route(
      name = "listThreadEvents",
      summary = "A page of the committed events of a thread's runs after a cursor.",
      answers = @Answer(EventsView.class),
      refuses = {"404 thread_not_found", "410 cursor_expired"})
  @Produces(MediaType.APPLICATION_JSON)
  public EventsView list(
      @PathParam("id") String id,
      @Described("A `cursor` or `next_cursor` of a list, or the `id` of an event of the stream.")
          @QueryParam("cursor")
          String cursor,
      @Described(
              value =
                  "Maximum number of events of the page; more if no cursor points into what was"
                      + " committed at once.",
              type = int.class,
              min = 1,
              max = 200,
              fallback = "50")
          @QueryParam("limit")
          String limit) {
    ThreadId threadId = thread(id);
    Caller caller = Callers.of(security);
    var place = place(threadId, null, cursor);
    ThreadPosition begin = place.from() == null ? ThreadPosition.START : place.from();
    return new ThreadEventsPage(threadId, begin, caller, QueryValues.limit(limit))
        .read(
            at -> {
              var found = log.view(threadId, at, RunEventsPage.SEGMENTS);
              return at.equals(begin) ? place.checked(found, caller) : place.visible(found, caller);
            });
  }

  /**
   * Streams the events after a cursor; without one, from now on. The stream does not end with a
   * run.
   */
  @GET
  @Path("stream")
  @Route(
      name = "streamThreadEvents",
      summary = "The events of a thread's runs after a cursor, or from now on.",
      answers = @Answer(stream = AgentEvent.class, description = StreamEventEncoder.DESCRIPTION),
      refuses = {"404 thread_not_found", "410 cursor_expired", "429 too_many_streams"})
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
    ThreadId threadId = thread(id);
    var place = place(threadId, lastEventId, cursor);
    var encoding = StreamEventEncoder.encoding(delegates, threadId, lastEventId, cursor);
    streams.attach(place, Callers.of(security), encoding, request, response::resume);
  }

  private static ThreadPlace place(ThreadId thread, String lastEventId, String cursor) {
    EventCursors<ThreadPosition> cursors = EventCursors.of(thread);
    ThreadPosition from = cursors.position(lastEventId, cursor).orElse(null);
    return new ThreadPlace(thread, from, cursors::write, FieldNames.NATIVE);
  }

  private ThreadId thread(String id) {
    return PathIds.thread(id, Callers.of(security));
  }
}

package io.awaken.http.api.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.submit.SubmitBeans;

/** The routes of events, for tests of several routes. */
public final class EventsApi {

  private EventsApi() {}

  /** Streams only; lists need a log. */
  public static RunEventsResource ofRuns(Streams streams, Caller caller) {
    var resource = new RunEventsResource();
    resource.streams = SubmitBeans.reading(streams);
    resource.security = KnownCallers.of(caller);
    return resource;
  }

  /** The same of threads. */
  static ThreadEventsResource ofThreads(Streams streams, Caller caller) {
    var resource = new ThreadEventsResource();
    resource.streams = SubmitBeans.reading(streams);
    resource.security = KnownCallers.of(caller);
    return resource;
  }

  public static String cursor(RunId run, Cursor at) {
    return EventCursors.of(run).write(at);
  }

  /** The cursor after so many events of a thread. */
  public static String cursorBehind(ThreadEventsResource events, String thread, String limit) {
    return events.list(thread, null, limit).nextCursor();
  }

  /** An event as listed. */
  public static Object item(String cursor, RunId run, StreamEvent event) {
    return new EventsView.Item(cursor, run, event);
  }
}

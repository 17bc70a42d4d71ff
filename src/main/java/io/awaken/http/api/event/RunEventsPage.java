package io.awaken.http.api.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.RunLogView;
import io.awaken.core.store.event.RunLogView.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Collects a page of the committed events of a run, a few segments at a time. */
final class RunEventsPage {

  static final int SEGMENTS = 32;

  private final EventCursors<Cursor> cursors;
  private final int limit;
  private final List<StreamEvent> events = new ArrayList<>();
  private Cursor at;

  RunEventsPage(RunId runId, Cursor from, int limit) {
    this.cursors = EventCursors.of(runId);
    this.at = from;
    this.limit = limit;
  }

  /**
   * @param log reads the events after a cursor, and refuses callers without access
   */
  EventsView read(Function<Cursor, RunLogView> log) {
    RunLogView found = log.apply(at);
    if (found.standing(at, found.settled()) == Standing.LOST) {
      // The cursor's event was never committed: the committed events in its place are not skipped.
      at = new Cursor(at.epoch(), found.committedUnder());
      found = log.apply(at);
      if (found.expired(at)) {
        return view(true);
      }
    }
    add(found);
    while (found.more() && events.size() <= limit) {
      Cursor last = events.getLast().cursor();
      found = log.apply(last);
      if (found.expired(last)) {
        // The following events were deleted meanwhile: the next request gets a refusal.
        return view(true);
      }
      add(found);
    }
    return view(false);
  }

  private void add(RunLogView found) {
    long behind = events.isEmpty() ? at.sequence() : events.getLast().cursor().sequence();
    for (Segment segment : found.page()) {
      events.addAll(segment.eventsAfter(behind));
    }
  }

  private EventsView view(boolean cut) {
    boolean more = events.size() > limit;
    var shown = more ? events.subList(0, limit) : events;
    Cursor last = shown.isEmpty() ? at : shown.getLast().cursor();
    return new EventsView(
        shown.stream().map(this::item).toList(),
        last.equals(Cursor.START) ? null : cursors.write(last),
        more || cut);
  }

  private EventsView.Item item(StreamEvent event) {
    return new EventsView.Item(cursors.write(event.cursor()), null, event);
  }
}

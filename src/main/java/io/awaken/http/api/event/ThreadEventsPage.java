package io.awaken.http.api.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.RunLogView.Standing;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.core.store.event.ThreadLogView.PositionedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Collects a page of the committed events of a thread, a few commits at a time. */
final class ThreadEventsPage {

  /**
   * Most queries for one page: most of a thread's events may be hidden from an anonymous caller. A
   * caller that sees everything fills its page earlier.
   */
  static final int QUERIES = 8;

  private final EventCursors<ThreadPosition> cursors;
  private final int limit;
  private final Caller reader;
  private final List<PositionedEvent> items = new ArrayList<>();
  private ThreadPosition begin;
  private ThreadPosition at;

  ThreadEventsPage(ThreadId threadId, ThreadPosition from, Caller reader, int limit) {
    this.cursors = EventCursors.of(threadId);
    this.at = from;
    this.reader = reader;
    this.limit = limit;
  }

  /**
   * Returns a short page if a few queries find too little; its cursor continues the list.
   *
   * @param log reads the events after a position, and refuses callers without access
   */
  EventsView read(Function<ThreadPosition, ThreadLogView> log) {
    ThreadLogView found = log.apply(at);
    if (found.standing(at) == Standing.LOST) {
      at = at.within(at.run(), new Cursor(at.within().epoch(), found.within().committedUnder()));
      found = log.apply(at);
      if (found.expired(at)) {
        return view(true);
      }
    }
    begin = at;
    add(found);
    for (int queries = 1; queries < QUERIES && found.more() && items.size() <= limit; queries++) {
      found = log.apply(at);
      if (found.expired(at)) {
        // The following events were deleted meanwhile: the next request gets a refusal.
        return view(true);
      }
      add(found);
    }
    return view(found.more());
  }

  /**
   * @param others whether more events follow
   */
  private EventsView view(boolean others) {
    int count = items.size() > limit ? count() : items.size();
    boolean left = count < items.size();
    ThreadPosition end = left ? items.get(count - 1).behind() : at;
    return new EventsView(
        items.subList(0, count).stream().map(this::item).toList(),
        end.equals(ThreadPosition.START) ? null : cursors.write(end),
        left || others);
  }

  /**
   * A page ends where a cursor exists. There is none inside the skipped end of a run, so a page of
   * one event includes the other one.
   */
  private int count() {
    int count = limit;
    while (count > 0 && !exact(count)) {
      count--;
    }
    if (count == 0) {
      count = limit;
      while (count < items.size() && !exact(count)) {
        count++;
      }
    }
    return count;
  }

  private boolean exact(int count) {
    ThreadPosition before = count == 1 ? begin : items.get(count - 2).behind();
    return !items.get(count - 1).behind().equals(before);
  }

  private EventsView.Item item(PositionedEvent event) {
    return new EventsView.Item(cursors.write(event.behind()), event.runId(), event.event());
  }

  private void add(ThreadLogView found) {
    at = found.pass(at, reader, items::add);
  }
}

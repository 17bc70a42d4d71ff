package io.awaken.http.api;

import io.awaken.core.commit.RunLook.Standing;
import io.awaken.core.commit.ThreadLook;
import io.awaken.core.commit.ThreadLook.Placed;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Collects a page of the committed events of a thread, a few commits at a time. */
final class ThreadEventsPage {

  private final EventCursors cursors;
  private final int limit;
  private final List<EventItem> items = new ArrayList<>();
  private ThreadPosition at;
  private ThreadPosition shown;

  ThreadEventsPage(ThreadId threadId, ThreadPosition from, int limit) {
    this.cursors = EventCursors.of(threadId);
    this.at = from;
    this.shown = from;
    this.limit = limit;
  }

  /**
   * @param look asks for what is behind a position, and refuses whom it must
   */
  EventsView read(Function<ThreadPosition, ThreadLook> look) {
    ThreadLook found = look.apply(at);
    if (found.standing(at) == Standing.LOST) {
      at = at.within(at.run(), new Cursor(at.within().epoch(), found.within().committedUnder()));
      found = look.apply(at);
    }
    add(found);
    while (found.more() && items.size() <= limit) {
      found = look.apply(at);
      add(found);
    }
    boolean more = items.size() > limit;
    return new EventsView(
        more ? List.copyOf(items.subList(0, limit)) : items,
        shown.equals(ThreadPosition.START) ? null : cursors.write(shown),
        more);
  }

  private void add(ThreadLook found) {
    found.page().forEach(this::add);
  }

  private void add(Placed placed) {
    RunId run = placed.runId();
    var before = ThreadPosition.at(placed.place() - 1);
    for (StreamEvent event : placed.segment().eventsAfter(at.of(run).sequence())) {
      boolean last = event.cursor().sequence() == placed.segment().lastSequence();
      add(
          last ? ThreadPosition.at(placed.place()) : before.within(run, event.cursor()),
          run,
          event);
    }
    at = ThreadPosition.at(placed.place());
  }

  private void add(ThreadPosition position, RunId run, StreamEvent event) {
    if (items.size() <= limit) {
      items.add(new EventItem(cursors.write(position), run, event));
      shown = items.size() <= limit ? position : shown;
    }
  }
}

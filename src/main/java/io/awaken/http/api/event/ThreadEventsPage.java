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
   * Queries of one page at the most: of a thread in which others speak there may be little to show.
   * Whoever sees everything has a full page before.
   */
  static final int LOOKS = 8;

  private final ThreadCursors cursors;
  private final int limit;
  private final Caller reader;
  private final List<PositionedEvent> items = new ArrayList<>();
  private ThreadPosition begin;
  private ThreadPosition at;

  ThreadEventsPage(ThreadId threadId, ThreadPosition from, Caller reader, int limit) {
    this.cursors = ThreadCursors.of(threadId);
    this.at = from;
    this.reader = reader;
    this.limit = limit;
  }

  /**
   * Where too little is found in a few queries the page is short, and its cursor leads on.
   *
   * @param log asks for what is behind a position, and refuses whom it must
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
    for (int looks = 1; looks < LOOKS && found.more() && items.size() <= limit; looks++) {
      found = log.apply(at);
      if (found.expired(at)) {
        // What follows was deleted in the meantime: a client that asks for the next page gets a
        // refusal.
        return view(true);
      }
      add(found);
    }
    return view(found.more());
  }

  /**
   * @param others whether others follow those that were read
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
   * A page ends where its cursor leads to what follows. Within the end of a run that was passed
   * over none does, and a page of one event takes the other one with it.
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

  private EventItem item(PositionedEvent told) {
    return new EventItem(cursors.write(told.behind()), told.runId(), told.event());
  }

  private void add(ThreadLogView found) {
    at = found.pass(at, reader, items::add);
  }
}

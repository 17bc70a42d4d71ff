package io.awaken.http.stream.read;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.RunLogView.Standing;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.core.store.event.ThreadLogView.OpenRun;
import io.awaken.core.store.event.ThreadLogView.PositionedEvent;
import io.awaken.http.stream.StreamItem;
import java.util.ArrayDeque;

/**
 * The progress of a thread's reader, and its queued items of the log. Live events of the executing
 * run bypass this class; only their cursors are recorded. Guarded by its owner.
 */
public final class ThreadProgress {

  private final ArrayDeque<StreamItem.OfThread> queue = new ArrayDeque<>(0);
  private final Caller reader;
  private ThreadPosition position;
  private boolean over;

  public ThreadProgress(ThreadPosition from, Caller reader) {
    position = from;
    this.reader = reader;
  }

  ThreadPosition position() {
    return position;
  }

  boolean over() {
    return over;
  }

  boolean finished() {
    return over && queue.isEmpty();
  }

  int waiting() {
    return queue.size();
  }

  StreamItem next() {
    return queue.poll();
  }

  /**
   * Takes the result of a query after the position.
   *
   * @return false when the log must be queried again from the new position
   */
  boolean take(ThreadLogView found) {
    if (found.expired(position)) {
      endWith(new StreamItem.Resync(position.within()));
      return true;
    }
    if (found.standing(position) == Standing.LOST) {
      var back = new Cursor(position.within().epoch(), found.within().committedUnder());
      position = position.within(position.run(), back);
      queue.add(new StreamItem.OfThread(new StreamItem.Reset(back), position.run(), position));
      return false;
    }
    position = found.pass(position, reader, this::add);
    return true;
  }

  private void add(PositionedEvent committed) {
    var event = new StreamItem.Event(committed.event(), 0);
    queue.add(new StreamItem.OfThread(event, committed.runId(), committed.behind()));
  }

  /** Whether a run executes that the reader may see. */
  boolean follows(ThreadLogView found) {
    OpenRun open = found.open();
    return open != null && open.executing() && found.sees(reader, open.subject());
  }

  /** The start of the thread's active run, for a reader that has the whole log. */
  Cursor begin(OpenRun run) {
    Cursor has = position.of(run.runId());
    Cursor from = has.sequence() > run.committed().sequence() ? has : run.committed();
    position = position.within(run.runId(), from);
    return from;
  }

  /** Records an item of the executing run. */
  StreamItem.OfThread pass(StreamItem item, RunId run) {
    position = position.within(run, item.cursor());
    boolean last = item instanceof StreamItem.Reconnect || item instanceof StreamItem.Resync;
    over |= last;
    return new StreamItem.OfThread(item, last ? null : run, position);
  }

  /** Ends with a last item after the queued ones. */
  void endWith(StreamItem last) {
    if (!over) {
      queue.add(new StreamItem.OfThread(last, null, position));
      over = true;
    }
  }

  void end() {
    over = true;
  }

  void clear() {
    queue.clear();
    over = true;
  }
}

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
 * How far a reader of a thread has come, and what waits for it of the log. What the run that
 * executes says does not pass through here; only its cursors do. Guarded by its owner.
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
   * Takes what was found behind the position.
   *
   * @return false when the log is to be asked again from where the position is now
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

  private void add(PositionedEvent told) {
    var event = new StreamItem.Event(told.event(), 0);
    queue.add(new StreamItem.OfThread(event, told.runId(), told.behind()));
  }

  /** Whether a run executes that the reader may know of. */
  boolean follows(ThreadLogView found) {
    OpenRun open = found.open();
    return open != null && open.executing() && found.sees(reader, open.subject());
  }

  /** The start of the active run of the thread, for a reader that has the whole log. */
  Cursor begin(OpenRun run) {
    Cursor has = position.of(run.runId());
    Cursor from = has.sequence() > run.committed().sequence() ? has : run.committed();
    position = position.within(run.runId(), from);
    return from;
  }

  /** Takes an item of the run that executes. */
  StreamItem.OfThread pass(StreamItem item, RunId run) {
    position = position.within(run, item.cursor());
    boolean last = item instanceof StreamItem.Reconnect || item instanceof StreamItem.Resync;
    over |= last;
    return new StreamItem.OfThread(item, last ? null : run, position);
  }

  /** Ends with a last item behind what waits. */
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

package io.awaken.http.stream;

import io.awaken.core.commit.RunLook.Standing;
import io.awaken.core.commit.ThreadLook;
import io.awaken.core.commit.ThreadLook.OpenRun;
import io.awaken.core.commit.ThreadLook.Placed;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import java.util.ArrayDeque;

/**
 * How far a reader of a thread has come, and what waits for it of the log. What the run that
 * executes says does not pass through here; only its cursors do. Guarded by its owner.
 */
final class ThreadProgress {

  private final ArrayDeque<StreamItem.OfThread> queue = new ArrayDeque<>(0);
  private ThreadPosition position;
  private boolean over;

  ThreadProgress(ThreadPosition from) {
    position = from;
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
  boolean take(ThreadLook found) {
    if (found.expired(position)) {
      endWith(new StreamItem.Resync(position.within()));
      return true;
    }
    Standing standing = found.standing(position);
    if (standing == Standing.LOST) {
      var back = new Cursor(position.within().epoch(), found.within().committedUnder());
      position = position.within(position.run(), back);
      queue.add(new StreamItem.OfThread(new StreamItem.Reset(back), position.run(), position));
      return false;
    }
    long passed = standing == Standing.OPEN ? Long.MAX_VALUE : found.within().place();
    found.page().forEach(placed -> take(placed, passed));
    if (!found.more()) {
      var all = ThreadPosition.at(found.last());
      boolean ahead = standing == Standing.OPEN;
      position = ahead ? all.within(position.run(), position.within()) : all;
    }
    return true;
  }

  /**
   * Behind each event stands a position from which what follows comes once. Only where a commit of
   * another run was passed over, because the one that executes was read first, does a reader who
   * stops within that commit get its beginning again.
   *
   * @param passed the place before which the reader has more of the position's run than of others
   */
  private void take(Placed placed, long passed) {
    RunId run = placed.runId();
    ThreadPosition before = position;
    boolean ahead = before.run() != null && !run.equals(before.run()) && placed.place() < passed;
    for (StreamEvent event : placed.segment().eventsAfter(before.of(run).sequence())) {
      if (event.cursor().sequence() == placed.segment().lastSequence()) {
        var whole = ThreadPosition.at(placed.place());
        position = ahead ? whole.within(before.run(), before.within()) : whole;
      } else if (!ahead) {
        position = ThreadPosition.at(placed.place() - 1).within(run, event.cursor());
      }
      queue.add(new StreamItem.OfThread(new StreamItem.Event(event, 0), run, position));
    }
  }

  /** Where the run begins that keeps the thread, for whoever has everything of the log. */
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

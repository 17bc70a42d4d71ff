package io.awaken.http.stream.read;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.run.TerminationReason;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.live.LiveReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * How far a reader has come: what waits for it, and which events it may take next. Sees to it that
 * the reader gets neither a gap nor an event twice. Guarded by its owner.
 */
final class StreamProgress {

  private final StreamQueue queue;
  private final List<StreamItem.Event> held = new ArrayList<>(0);
  private Cursor position;
  private Cursor handed;
  private long verified;
  private int heldBytes;
  private boolean throughPauses;
  private boolean over;

  StreamProgress(StreamQueue queue, Cursor from) {
    this.queue = queue;
    this.position = from;
    this.handed = from;
  }

  /** A pause is not the end, even for a live reader. */
  void readThroughPauses() {
    throughPauses = true;
  }

  /** The last event that was put into the queue. */
  Cursor position() {
    return position;
  }

  /** Whether the position is known to be committed. */
  boolean sure() {
    return position.sequence() <= verified;
  }

  /** What the log or an activation said is committed; never more than the position. */
  void verify(long sequence) {
    verified = Math.max(verified, Math.min(sequence, position.sequence()));
  }

  /** Like the other, if this is still the position. */
  void verify(Cursor at, long sequence) {
    if (position.equals(at)) {
      verify(sequence);
    }
  }

  /**
   * Whether the reader has what was committed up to there when an activation said so. What an older
   * one said others may have said otherwise since: only the log tells where they parted.
   */
  boolean has(long epoch, long committed) {
    return committed <= verified || position.epoch() >= epoch;
  }

  /**
   * Whether the reader has events of a newer activation, so that this one has lost the run, and
   * does not know it yet: nothing that it says counts, and only the log can say what the reader
   * has.
   */
  boolean outlived(long epoch) {
    return epoch < position.epoch();
  }

  /**
   * Goes over to an activation as it is now.
   *
   * @return false when the log has to be read first
   */
  boolean joins(LiveReader.Activation now) {
    if (astray(now) && has(now.epoch(), now.committed())) {
      setBack(new Cursor(now.epoch(), now.committed()));
    }
    now.tail().forEach(this::hold);
    boolean within =
        position.sequence() > now.committed() && has(now.epoch(), now.committed())
            || position.sequence() == now.committed() && sure();
    if (within) {
      pushHeld();
    }
    return within;
  }

  /**
   * Goes over to an activation that begins; what was said before behind its beginning is void.
   *
   * @return false when the log has to be read first
   */
  boolean goesOn(long epoch, long lastSequence) {
    dropHeld();
    if (position.sequence() > lastSequence && has(epoch, lastSequence)) {
      setBack(new Cursor(epoch, lastSequence));
    }
    return position.sequence() == lastSequence && sure();
  }

  /**
   * A position beyond what the live activation found committed, that it has not said itself: those
   * events are void. Of its own the reader may have more than the tail has: between a commit and
   * its publication the log is ahead.
   */
  private boolean astray(LiveReader.Activation now) {
    return position.epoch() != now.epoch() && position.sequence() > now.committed();
  }

  /** Whether nothing more will be put into the queue. */
  boolean over() {
    return over;
  }

  boolean low() {
    return queue.low();
  }

  /**
   * Takes an event if it is the next one. The end of a run is the end of its stream; so is a pause,
   * for whoever hears it happen, while in the log the run may have gone on behind it.
   *
   * @return false when events between are missing
   */
  boolean push(StreamItem.Event item) {
    long sequence = item.cursor().sequence();
    if (over || sequence <= position.sequence()) {
      return true;
    }
    if (sequence > position.sequence() + 1) {
      return false;
    }
    queue.add(item);
    position = item.cursor();
    over =
        item.event().event() instanceof AgentEvent.RunFinish finish
            && (item.live() && !throughPauses || ends(finish));
    return true;
  }

  private static boolean ends(AgentEvent.RunFinish finish) {
    return !(finish.termination() instanceof TerminationReason.Suspended);
  }

  /**
   * Takes a page of the log that was read behind a cursor. A hole in the log itself is told by a
   * reset; a page that does not fit because the position was set back meanwhile is left.
   */
  void push(List<Segment> page, Cursor readBehind) {
    if (!position.equals(readBehind)) {
      return;
    }
    for (Segment segment : page) {
      for (var event : segment.eventsAfter(position.sequence())) {
        var item = new StreamItem.Event(event, 0);
        if (!push(item)) {
          setBack(new Cursor(event.cursor().epoch(), event.cursor().sequence() - 1));
          push(item);
        }
      }
    }
    verify(position.sequence());
  }

  /** Whether an event lies behind the position. */
  boolean lacks(StreamItem.Event item) {
    return item.cursor().sequence() > position.sequence();
  }

  /** Whether live events wait for the log. */
  boolean holds() {
    return !held.isEmpty();
  }

  /** Keeps a live event until the log has brought what lies before it. */
  void hold(StreamItem.Event item) {
    held.add(item);
    heldBytes += item.weight();
  }

  void dropHeld() {
    held.clear();
    heldBytes = 0;
  }

  /** Drops of what is held what was not committed. */
  void dropHeld(long committed) {
    keepHeld(item -> item.cursor().sequence() <= committed);
  }

  private void keepHeld(Predicate<StreamItem.Event> which) {
    held.removeIf(which.negate());
    heldBytes = held.stream().mapToInt(StreamItem.Event::weight).sum();
  }

  /**
   * Takes what was held.
   *
   * @return false when events before it are still missing, or may be void
   */
  boolean pushHeld() {
    for (StreamItem.Event item : held) {
      if (doubtful(item) || !push(item)) {
        return false;
      }
    }
    dropHeld();
    return true;
  }

  /**
   * Whether the position is of another activation than this event and may never have been
   * committed: what the reader has may then be something else than what came before the event.
   */
  private boolean doubtful(StreamItem.Event item) {
    return position.epoch() != item.cursor().epoch() && !sure();
  }

  /** Whether one more live event would be too many. */
  boolean tooSlowFor(StreamItem.Event item) {
    return queue.overfull(held.size() + 1, heldBytes + item.weight());
  }

  /** Moves the reader to another cursor; everything before it is committed. */
  void setBack(Cursor to) {
    queue.add(new StreamItem.Reset(to));
    position = to;
    verified = to.sequence();
  }

  /**
   * Like the other from a position, if it is still that. What newer activations said is kept.
   *
   * @param epoch that of the position, or a newer one
   */
  void setBack(Cursor from, long epoch, long committed) {
    if (position.equals(from)) {
      setBack(new Cursor(epoch, committed));
      keepHeld(item -> item.cursor().epoch() > from.epoch());
    }
  }

  /** Ends with a last item behind what waits. */
  void endWith(StreamItem last) {
    if (!over) {
      queue.add(last);
      end();
    }
  }

  /** Ends because the reader does not keep up; it comes back where it stopped. */
  void endTooSlow() {
    queue.clear();
    queue.add(new StreamItem.Resync(handed));
    end();
  }

  /** Ends because what waits cannot be trusted; the reader comes back for it. */
  void endWhereItIs() {
    queue.clear();
    queue.add(new StreamItem.Reconnect(handed));
    end();
  }

  void end() {
    over = true;
    dropHeld();
  }

  void clear() {
    queue.clear();
    end();
  }

  /** The next item for the reader, or null. */
  StreamItem next() {
    StreamItem item = queue.poll();
    if (item != null) {
      handed = item.cursor();
    }
    return item;
  }

  boolean finished() {
    return over && queue.isEmpty();
  }
}

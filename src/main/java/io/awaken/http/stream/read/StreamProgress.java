package io.awaken.http.stream.read;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.event.RunLogView;
import io.awaken.core.store.event.RunLogView.Standing;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.live.LiveReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The progress of a reader of one run: queued items, and which events may follow. Guarantees that
 * the reader gets neither a gap nor an event twice. Limits the live events that wait; events of the
 * log have no weight and are limited by their pages. Guarded by its owner.
 */
final class StreamProgress {

  private static final int SMALL = 16;

  /**
   * One read of the log.
   *
   * @param from the cursor after which it reads
   * @param sure whether that cursor is known to be committed
   * @param maySettle whether the read may find that the run waits or has ended
   */
  record LogRead(Cursor from, boolean sure, boolean maySettle) {}

  /** What a page of the log was for the reader. */
  enum Page {
    /** The reader's last events were never committed: they are revoked, and the log read again. */
    REVOKED,
    /** Events were queued, or the end of the stream. */
    TAKEN,
    /** The log has nothing more, or nothing that may be queued yet. */
    NOTHING
  }

  private final StreamSettings settings;
  private final List<StreamItem.Event> held = new ArrayList<>(0);
  private ArrayDeque<StreamItem> queue = new ArrayDeque<>(SMALL);
  private boolean grown;
  private int liveEvents;
  private int liveBytes;
  private Cursor position;
  private Cursor handed;
  private long verified;

  /** The activation of this node whose events it takes; 0 for none. */
  private long live;

  private int heldBytes;
  private boolean throughPauses;
  private boolean over;

  StreamProgress(StreamSettings settings, Cursor from) {
    this.settings = settings;
    this.position = from;
    this.handed = from;
  }

  /** Pauses do not end the stream, even for a live reader. */
  void readThroughPauses() {
    throughPauses = true;
  }

  /** The last queued event. */
  Cursor position() {
    return position;
  }

  /** Whether the position is known to be committed. */
  boolean sure() {
    return position.sequence() <= verified;
  }

  /**
   * Records that the log or an activation reported this as committed; never beyond the position.
   */
  void verify(long sequence) {
    verified = Math.max(verified, Math.min(sequence, position.sequence()));
  }

  /** As {@link #verify(long)}, but only if this is still the position. */
  void verify(Cursor at, long sequence) {
    if (position.equals(at)) {
      verify(sequence);
    }
  }

  /**
   * Whether the reader has everything that an activation reported as committed. After an older
   * activation others may have published different events: only the log shows where they differ.
   */
  boolean has(long epoch, long committed) {
    return committed <= verified || position.epoch() >= epoch;
  }

  /**
   * Whether the reader has events of a newer activation, so that this one has lost the run without
   * noticing: its events are ignored, and only the log is authoritative.
   */
  private boolean outlived(long epoch) {
    return epoch < position.epoch();
  }

  /**
   * Switches to an activation in progress.
   *
   * @return false when the log must be read first
   */
  boolean joins(LiveReader.Activation now) {
    if (over || outlived(now.epoch())) {
      return false;
    }
    live = now.epoch();
    if (astray(now) && has(now.epoch(), now.committed())) {
      rewind(new Cursor(now.epoch(), now.committed()));
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
   * Switches to a starting activation; earlier events after its beginning are void.
   *
   * @return false when the log must be read first
   */
  boolean switchTo(long epoch, long lastSequence) {
    live = outlived(epoch) ? 0 : epoch;
    if (live == 0) {
      return false;
    }
    dropHeld();
    if (position.sequence() > lastSequence && has(epoch, lastSequence)) {
      rewind(new Cursor(epoch, lastSequence));
    }
    return position.sequence() == lastSequence && sure();
  }

  long live() {
    return live;
  }

  /** Takes no more events of the activation. */
  void leave() {
    live = 0;
    dropHeld();
  }

  /**
   * The activation has ended.
   *
   * @param committed the last sequence number that it has committed: later events are void
   */
  void leave(long committed) {
    keepHeld(item -> item.cursor().sequence() <= committed);
    if (position.epoch() == live) {
      verify(committed);
    }
    live = 0;
  }

  /**
   * A position beyond what the live activation found committed, which it did not publish itself:
   * those events are void. Of its own events the reader may have more than the tail: between a
   * commit and its publication the log is ahead.
   */
  private boolean astray(LiveReader.Activation now) {
    return position.epoch() != now.epoch() && position.sequence() > now.committed();
  }

  /** Whether no further item will be queued. */
  boolean over() {
    return over;
  }

  /** Whether less than a quarter of the queue is used: time to read the next page. */
  boolean low() {
    return queue.size() < settings.queueEvents() / 4;
  }

  /**
   * Takes an event if it is the next one. The end of a run ends its stream; so does a live pause,
   * while in the log the run may have resumed after it.
   *
   * @return false when events in between are missing
   */
  boolean push(StreamItem.Event item) {
    long sequence = item.cursor().sequence();
    if (over || sequence <= position.sequence()) {
      return true;
    }
    if (sequence > position.sequence() + 1) {
      return false;
    }
    add(item);
    position = item.cursor();
    over =
        item.event().event() instanceof AgentEvent.RunFinish finish
            && (item.live() && !throughPauses || ends(finish));
    return true;
  }

  private static boolean ends(AgentEvent.RunFinish finish) {
    return !(finish.termination() instanceof TerminationReason.Suspended);
  }

  LogRead nextRead(boolean maySettle) {
    return new LogRead(position, sure(), maySettle);
  }

  /**
   * Takes the result of a read.
   *
   * @param newest the newest activation that is known to execute
   */
  Page take(RunLogView found, LogRead read, long newest) {
    Cursor from = read.from();
    if (found == RunLogView.DELETED) {
      end();
      return Page.NOTHING;
    }
    if (found.expired(from)) {
      // The following events were deleted: the reader is notified that its copy is incomplete.
      endWith(new StreamItem.Resync(position));
      return Page.TAKEN;
    }
    boolean settled = read.maySettle() && found.settled();
    switch (read.sure() ? Standing.COMMITTED : found.standing(from, settled)) {
      case LOST -> {
        rewind(from, from.epoch(), found.committedUnder());
        return Page.REVOKED;
      }
      case OPEN -> {
        verify(from, found.committed());
        if (newest > from.epoch()) {
          // It has committed nothing: events that only an older one published are void.
          rewind(from, newest, found.committed());
        }
        return Page.NOTHING;
      }
      case COMMITTED -> {
        if (found.page().isEmpty()) {
          verify(from, from.sequence());
          return Page.NOTHING;
        }
        push(found.page(), from);
        return Page.TAKEN;
      }
    }
    throw new IllegalStateException("an unknown standing");
  }

  /**
   * Takes a page of the log that was read after a cursor. A gap in the log itself causes a reset; a
   * page that does not fit, because the position was reset meanwhile, is ignored.
   */
  private void push(List<Segment> page, Cursor readBehind) {
    if (!position.equals(readBehind)) {
      return;
    }
    for (Segment segment : page) {
      for (var event : segment.eventsAfter(position.sequence())) {
        var item = StreamItem.Event.stored(event);
        if (!push(item)) {
          rewind(new Cursor(event.cursor().epoch(), event.cursor().sequence() - 1));
          push(item);
        }
      }
    }
    verify(position.sequence());
  }

  /** Whether an event is after the position. */
  boolean lacks(StreamItem.Event item) {
    return item.cursor().sequence() > position.sequence();
  }

  /** Whether live events wait for the log. */
  boolean hasHeldEvents() {
    return !held.isEmpty();
  }

  /** Holds a live event until the log has delivered the earlier ones. */
  void hold(StreamItem.Event item) {
    held.add(item);
    heldBytes += item.weight();
  }

  void dropHeld() {
    held.clear();
    heldBytes = 0;
  }

  private void keepHeld(Predicate<StreamItem.Event> which) {
    held.removeIf(which.negate());
    heldBytes = held.stream().mapToInt(StreamItem.Event::weight).sum();
  }

  /**
   * Takes the held events.
   *
   * @return false when earlier events are still missing, or may be void
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
   * Whether the position belongs to another activation than this event and may never have been
   * committed: the reader's earlier events may then differ from the event's predecessors.
   */
  private boolean doubtful(StreamItem.Event item) {
    return position.epoch() != item.cursor().epoch() && !sure();
  }

  /** Whether one more live event would exceed the limit. */
  boolean tooSlowFor(StreamItem.Event item) {
    return liveEvents + held.size() + 1 > settings.queueEvents()
        || liveBytes + heldBytes + item.weight() > settings.queueBytes();
  }

  /** Resets the reader to another cursor; everything before it is committed. */
  void rewind(Cursor to) {
    add(new StreamItem.Reset(to));
    position = to;
    verified = to.sequence();
  }

  /**
   * As {@link #rewind(Cursor)}, but only if this is still the position. Held events of newer
   * activations are kept.
   *
   * @param epoch that of the position, or a newer one
   */
  void rewind(Cursor from, long epoch, long committed) {
    if (position.equals(from)) {
      rewind(new Cursor(epoch, committed));
      keepHeld(item -> item.cursor().epoch() > from.epoch());
    }
  }

  /** Ends with a last item after the queued ones. */
  void endWith(StreamItem last) {
    if (!over) {
      add(last);
      end();
    }
  }

  /** Ends because the reader is too slow; it reconnects where it stopped. */
  void endTooSlow() {
    endAtOnce(new StreamItem.Resync(handed));
  }

  /** Ends because queued items cannot be trusted; the reader reconnects. */
  void endWhereItIs() {
    endAtOnce(new StreamItem.Reconnect(handed));
  }

  private void endAtOnce(StreamItem last) {
    clear();
    add(last);
  }

  /** The run waits or has ended: that ends the stream unless it outlasts pauses. */
  void settle() {
    if (!throughPauses) {
      end();
    }
  }

  void end() {
    over = true;
    dropHeld();
  }

  /** Ends without the queued items. */
  void clear() {
    queue = new ArrayDeque<>(SMALL);
    grown = false;
    liveEvents = 0;
    liveBytes = 0;
    end();
  }

  private void add(StreamItem item) {
    queue.add(item);
    grown |= queue.size() > SMALL;
    count(item, 1);
  }

  /** The next item for the reader, or null. */
  StreamItem next() {
    StreamItem item = queue.poll();
    if (item != null) {
      handed = item.cursor();
      count(item, -1);
      if (grown && queue.isEmpty()) {
        // An idle stream keeps no memory of an earlier burst.
        queue = new ArrayDeque<>(SMALL);
        grown = false;
      }
    }
    return item;
  }

  private void count(StreamItem item, int sign) {
    if (item instanceof StreamItem.Event event && event.live()) {
      liveEvents += sign;
      liveBytes += sign * event.weight();
    }
  }

  boolean finished() {
    return over && queue.isEmpty();
  }
}

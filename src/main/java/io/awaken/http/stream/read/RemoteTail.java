package io.awaken.http.stream.read;

import io.awaken.core.event.Cursor;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.live.LiveReader;
import io.awaken.http.stream.read.RunReader.Next;

/**
 * The live events of a run on another node, as one reader receives them over the bus. Accepts
 * events that follow the reader's position and returns how to get the others, since messages may be
 * lost, late or doubled. Guarded by its owner.
 */
final class RemoteTail {

  /** The largest number of successive checks that may skip reading the log. */
  private static final int TRUSTED = 5;

  private final StreamProgress progress;
  private long epoch;
  private boolean helped;
  private int trusted;
  private boolean requested;
  private boolean begun;

  RemoteTail(StreamProgress progress) {
    this.progress = progress;
  }

  /** The newest activation in a hint; 0 for none. */
  long epoch() {
    return epoch;
  }

  /**
   * @param reading whether the log is being read: events wait for that
   */
  Next take(LiveReader.Elsewhere tail, boolean reading) {
    if (tail.epoch() < epoch || tail.epoch() < progress.position().epoch()) {
      return Next.NOTHING;
    }
    if (tail.epoch() > epoch) {
      epoch = tail.epoch();
      progress.dropHeld();
    }
    settle(tail);
    boolean logFirst = progress.position().sequence() < tail.committed() || doubtful(tail);
    boolean whole = reading || logFirst ? hold(tail) : push(tail);
    if (logFirst || tail.closed()) {
      helped = true;
      return Next.READ;
    }
    return whole ? Next.WRITE : ask();
  }

  /** Re-evaluates the position when another activation reports its start. */
  private void settle(LiveReader.Elsewhere tail) {
    Cursor at = progress.position();
    if (at.epoch() == tail.epoch()) {
      progress.verify(tail.committed());
    } else if (at.sequence() > tail.begun() && progress.has(tail.epoch(), tail.begun())) {
      progress.rewind(new Cursor(tail.epoch(), tail.begun()));
    }
  }

  /**
   * Whether the position may be an uncommitted one of an older activation: activations in between
   * may have published other events there.
   */
  private boolean doubtful(LiveReader.Elsewhere tail) {
    return progress.position().epoch() != tail.epoch() && !progress.sure();
  }

  private boolean push(LiveReader.Elsewhere tail) {
    for (StreamItem.Event item : tail.events()) {
      if (progress.lacks(item) && progress.tooSlowFor(item)) {
        progress.endTooSlow();
      }
      helped |= progress.lacks(item);
      if (!progress.push(item)) {
        return false;
      }
      requested = false;
    }
    return true;
  }

  /** Also holds events that the reader may be reset to, if they are of a newer activation. */
  private boolean hold(LiveReader.Elsewhere tail) {
    boolean other = progress.position().epoch() != tail.epoch();
    for (StreamItem.Event item : tail.events()) {
      if (other || progress.lacks(item)) {
        if (progress.tooSlowFor(item)) {
          progress.dropHeld();
        }
        progress.hold(item);
      }
    }
    return true;
  }

  /**
   * Delivers held events after a read of the log. The first time the executing node must be asked.
   */
  Next pushHeld() {
    boolean whole = begun && !progress.hasHeldEvents();
    begun = true;
    if (progress.sure() || progress.position().epoch() == epoch) {
      whole |= progress.hasHeldEvents() && progress.pushHeld();
    }
    progress.dropHeld();
    return whole ? Next.WRITE : ask();
  }

  /** At most once, until an event arrives or time has passed. */
  private Next ask() {
    if (requested) {
      return Next.WRITE;
    }
    requested = true;
    return Next.ASK;
  }

  /**
   * Whether messages since the last check were useful, so that no poll is needed. Limited: the
   * sender may have lost the run without noticing.
   */
  boolean suffices() {
    boolean was = helped && trusted < TRUSTED;
    trusted = was ? trusted + 1 : 0;
    helped = false;
    requested = false;
    return was;
  }

  /** Hints received so far no longer suffice. */
  void distrust() {
    helped = false;
    requested = false;
  }
}

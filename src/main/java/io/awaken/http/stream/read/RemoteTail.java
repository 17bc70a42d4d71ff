package io.awaken.http.stream.read;

import io.awaken.core.event.Cursor;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.live.LiveReader;

/**
 * The live events of a run on another node, as one reader receives them over the bus. Accepts what
 * follows the reader's position and says how to obtain the rest, since messages may be lost, late
 * or doubled. Guarded by its owner.
 */
final class RemoteTail {

  /** What the reader must do after a hint. */
  enum Then {
    NOTHING,
    /** The log has more. */
    READ,
    /** Something was lost that the log does not have yet. */
    ASK
  }

  /** The largest number of successive checks that may skip reading the log. */
  private static final int TRUSTED = 5;

  private final StreamProgress progress;
  private long epoch;
  private boolean helped;
  private int trusted;
  private boolean asked;
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
  Then take(LiveReader.Elsewhere told, boolean reading) {
    if (told.epoch() < epoch || told.epoch() < progress.position().epoch()) {
      return Then.NOTHING;
    }
    if (told.epoch() > epoch) {
      epoch = told.epoch();
      progress.dropHeld();
    }
    settle(told);
    boolean logFirst = progress.position().sequence() < told.committed() || doubtful(told);
    boolean whole = reading || logFirst ? hold(told) : push(told);
    if (logFirst || told.closed()) {
      helped = true;
      return Then.READ;
    }
    return whole ? Then.NOTHING : ask();
  }

  /** What the position is worth, now that another activation says where it began. */
  private void settle(LiveReader.Elsewhere told) {
    Cursor at = progress.position();
    if (at.epoch() == told.epoch()) {
      progress.verify(told.committed());
    } else if (at.sequence() > told.begun() && progress.has(told.epoch(), told.begun())) {
      progress.setBack(new Cursor(told.epoch(), told.begun()));
    }
  }

  /**
   * Whether the position is of an older activation that may never have committed it: others may
   * have come between, and have said something else there.
   */
  private boolean doubtful(LiveReader.Elsewhere told) {
    return progress.position().epoch() != told.epoch() && !progress.sure();
  }

  private boolean push(LiveReader.Elsewhere told) {
    for (StreamItem.Event item : told.events()) {
      if (progress.lacks(item) && progress.tooSlowFor(item)) {
        progress.endTooSlow();
      }
      helped |= progress.lacks(item);
      if (!progress.push(item)) {
        return false;
      }
      asked = false;
    }
    return true;
  }

  /** Of another activation than the reader's last also what it may yet be set back behind. */
  private boolean hold(LiveReader.Elsewhere told) {
    boolean other = progress.position().epoch() != told.epoch();
    for (StreamItem.Event item : told.events()) {
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
   * The log has been read: what was held goes behind it. The first time somebody is to be asked.
   */
  Then pushHeld() {
    boolean whole = begun && !progress.holds();
    begun = true;
    if (progress.sure() || progress.position().epoch() == epoch) {
      whole |= progress.holds() && progress.pushHeld();
    }
    progress.dropHeld();
    return whole ? Then.NOTHING : ask();
  }

  /** Once, until something comes or time has passed. */
  private Then ask() {
    if (asked) {
      return Then.NOTHING;
    }
    asked = true;
    return Then.ASK;
  }

  /**
   * Whether what was heard since this was asked last was of use, so that nobody has to look. Not
   * for ever: who tells may have lost the run without knowing it.
   */
  boolean suffices() {
    boolean was = helped && trusted < TRUSTED;
    trusted = was ? trusted + 1 : 0;
    helped = false;
    asked = false;
    return was;
  }

  /** Hints so far no longer suffice. */
  void distrust() {
    helped = false;
    asked = false;
  }
}

package io.awaken.http.stream.read;

import io.awaken.core.event.Cursor;
import io.awaken.core.store.event.RunLogView;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.live.LiveReader;
import io.awaken.http.stream.read.RemoteTail.Then;

/**
 * The state machine of a {@link RunReader}: where its next events come from, and whether its log is
 * being read. Each method is one thing that happens, and returns what the reader has to do about
 * it. Thread-safe: every method takes the lock of this object; none waits or calls the hub.
 */
final class RunReaderState {

  private enum Mode {
    /** Pages of the log are being read, or the next one is put off until the queue is low. */
    REPLAYING,
    /** Every event comes from the hub. */
    LIVE,
    /** The log is read when another node announces a commit, or from time to time. */
    WAITING
  }

  /** What an event from the hub leads to. */
  enum Step {
    /** The reader ignores or holds the event. */
    NOTHING,
    /** The writer can take something. */
    WAKE,
    /** The log has something that is missing. */
    READ
  }

  /** What a timed poll leads to. */
  enum Poll {
    /** The reader does not wait, or is over. */
    NOT_DUE,
    /** The node that executes the run has sent enough: the log is not read. */
    SUFFICES,
    READ
  }

  /** What a page of the log leads to. */
  enum Page {
    /** The next page is read at once. */
    READ_ON,
    /** Reading stops for now. */
    STOP,
    /** The log has nothing more. */
    CAUGHT_UP,
    /** The log has nothing more, and the run waits or is over. */
    CAUGHT_UP_AT_REST
  }

  /** What follows when the log has nothing more. */
  enum CaughtUp {
    READ_ON,
    /** The reader is live or over. */
    STOP,
    /** The log is polled from here on. */
    POLL,
    /** The log is polled, and read at once, since something was announced. */
    POLL_AND_READ,
    /** The log is polled, and the executing node is asked for its tail. */
    POLL_AND_ASK
  }

  private final StreamProgress progress;
  private final RemoteTail elsewhere;
  private Mode mode = Mode.REPLAYING;

  /** Until reading has begun, a writer that takes an item does not trigger a read. */
  private boolean begun;

  private boolean joined;
  private boolean endedHere;

  /** The activation that the hub publishes; 0 for none. */
  private long liveEpoch;

  private boolean fetching;
  private boolean readAgain;
  private boolean askRests = true;
  private boolean throughPauses;

  RunReaderState(StreamProgress progress) {
    this.progress = progress;
    this.elsewhere = new RemoteTail(progress);
  }

  synchronized void readThroughPauses() {
    throughPauses = true;
    progress.readThroughPauses();
  }

  /** The cursor that the reader begins with is known to be committed. */
  synchronized void trust() {
    progress.verify(progress.position().sequence());
  }

  /**
   * Begins with the hub instead of the log.
   *
   * @return whether the run has not begun, so that the log is polled
   */
  synchronized boolean beginFresh() {
    begun = true;
    boolean notBegun =
        liveEpoch == 0 && !endedHere && mode == Mode.REPLAYING && !fetching && !progress.over();
    mode = notBegun ? Mode.WAITING : mode;
    return notBegun;
  }

  /** Whether no activation of this node publishes the run. */
  synchronized boolean executesElsewhere() {
    return liveEpoch == 0 && !progress.over();
  }

  /** A read of the log follows that this reader does not start itself. */
  synchronized void expectLook() {
    fetching = true;
  }

  /** Begins with a read that was made after a cursor; null when the hub has moved the reader on. */
  synchronized LogRead begin(Cursor asked) {
    begun = true;
    return progress.position().equals(asked) ? nextRead() : null;
  }

  /** The hub is left until the rest of the log is read. */
  synchronized void left() {
    mode = Mode.REPLAYING;
    joined = false;
    liveEpoch = 0;
    progress.dropHeld();
  }

  synchronized boolean joined() {
    return joined;
  }

  synchronized boolean over() {
    return progress.over();
  }

  synchronized boolean finished() {
    return progress.finished();
  }

  synchronized Cursor position() {
    return progress.position();
  }

  synchronized StreamItem next() {
    return progress.next();
  }

  synchronized void close() {
    progress.clear();
  }

  synchronized void reconnect() {
    progress.endWith(new StreamItem.Reconnect(progress.position()));
  }

  /** Ends because the reader failed: what waits for the writer cannot be trusted. */
  synchronized void failed() {
    progress.endWhereItIs();
  }

  /** The hub has accepted the reader. */
  synchronized void joined(LiveReader.Activation now, boolean endedShortlyBefore) {
    joined = true;
    endedHere = endedShortlyBefore;
    if (now == null || progress.over() || progress.outlived(now.epoch())) {
      return;
    }
    liveEpoch = now.epoch();
    if (progress.joins(now)) {
      mode = Mode.LIVE;
    }
  }

  /** An activation begins here. */
  synchronized Step opened(long epoch, long lastSequence) {
    if (progress.over()) {
      return Step.NOTHING;
    }
    boolean outlived = progress.outlived(epoch);
    liveEpoch = outlived ? 0 : epoch;
    boolean whole = !outlived && progress.goesOn(epoch, lastSequence);
    if (whole && !fetching) {
      mode = Mode.LIVE;
    }
    return whole ? Step.WAKE : Step.READ;
  }

  /** The hub publishes an event. */
  synchronized Step event(StreamItem.Event item) {
    if (progress.over() || item.cursor().epoch() != liveEpoch) {
      return Step.NOTHING;
    }
    if (progress.tooSlowFor(item)) {
      progress.endTooSlow();
      return Step.WAKE;
    }
    if (mode != Mode.LIVE) {
      progress.hold(item);
      return Step.NOTHING;
    }
    if (progress.push(item)) {
      return Step.WAKE;
    }
    progress.hold(item);
    return Step.READ;
  }

  /**
   * An activation of this node ends.
   *
   * @param more whether the log has later events
   * @param committed the last sequence number that it has committed
   * @return {@link Poll#SUFFICES} when the log is polled from here on
   */
  synchronized Poll closed(long epoch, boolean more, long committed) {
    if (progress.over() || epoch != liveEpoch) {
      return Poll.NOT_DUE;
    }
    liveEpoch = 0;
    progress.dropHeld(committed);
    if (progress.position().epoch() == epoch) {
      progress.verify(committed);
    }
    if (more || fetching) {
      return Poll.READ;
    }
    mode = Mode.WAITING;
    return Poll.SUFFICES;
  }

  /** Another node publishes something of the run; null when that does not count. */
  synchronized Then elsewhere(LiveReader.Elsewhere told) {
    if (progress.over() || liveEpoch != 0) {
      return null;
    }
    Then then = elsewhere.take(told, mode != Mode.WAITING);
    askRests |= told.closed();
    return then;
  }

  /** Messages of other nodes were lost. */
  synchronized void missed() {
    elsewhere.distrust();
  }

  synchronized Poll poll() {
    boolean suffices = elsewhere.suffices();
    if (mode != Mode.WAITING || progress.over()) {
      return Poll.NOT_DUE;
    }
    askRests |= !suffices;
    return suffices ? Poll.SUFFICES : Poll.READ;
  }

  /** The activation that the reader follows through the hub; 0 for none. */
  synchronized long followed() {
    return progress.over() ? 0 : liveEpoch;
  }

  /** Whether the next page of the log is due, since little waits for the writer. */
  synchronized boolean behind() {
    return begun && mode == Mode.REPLAYING && !fetching && !progress.over() && progress.low();
  }

  /**
   * The log has to be read.
   *
   * @return whether a read is to be started now; otherwise one is in progress, or waits for the
   *     writer
   */
  synchronized boolean startLook() {
    begun = true;
    if (progress.over()) {
      return false;
    }
    mode = Mode.REPLAYING;
    if (fetching) {
      readAgain = true;
      return false;
    }
    // The writer's next poll starts the read, however often more is announced until then.
    fetching = liveEpoch != 0 || progress.low();
    return fetching;
  }

  synchronized LogRead read() {
    readAgain = false;
    return nextRead();
  }

  private LogRead nextRead() {
    return new LogRead(progress.position(), progress.sure(), joined && liveEpoch == 0 && askRests);
  }

  /** A read failed: it is retried later. */
  synchronized void readFailed() {
    fetching = false;
    mode = Mode.WAITING;
  }

  /** Uses the result of a read. */
  synchronized Page take(RunLogView found, LogRead read) {
    Cursor from = read.from();
    if (found.expired(from)) {
      // What follows is deleted: the reader is told that its copy is incomplete.
      progress.endWith(new StreamItem.Resync(progress.position()));
      fetching = false;
      return Page.STOP;
    }
    boolean rests = read.mayRest() && found.rests();
    return switch (read.sure() ? RunLogView.Standing.COMMITTED : found.standing(from, rests)) {
      case LOST -> {
        progress.setBack(from, from.epoch(), found.committedUnder());
        yield Page.READ_ON;
      }
      case OPEN -> {
        open(from, found.committed());
        yield Page.CAUGHT_UP;
      }
      case COMMITTED -> committed(found, from, rests);
    };
  }

  /** A newer activation has committed nothing; where one works, uncommitted events are void. */
  private void open(Cursor from, long committed) {
    long newest = liveEpoch != 0 ? liveEpoch : elsewhere.epoch();
    progress.verify(from, committed);
    if (newest > from.epoch()) {
      progress.setBack(from, newest, committed);
    }
  }

  private Page committed(RunLogView found, Cursor from, boolean rests) {
    if (found.page().isEmpty()) {
      progress.verify(from, from.sequence());
    } else {
      progress.push(found.page(), from);
      if (found.more() || !joined) {
        // What the hub holds back meanwhile is bounded, so a live run is caught up with at once.
        fetching = !progress.over() && (liveEpoch != 0 || progress.low());
        return fetching ? Page.READ_ON : Page.STOP;
      }
    }
    return rests ? Page.CAUGHT_UP_AT_REST : Page.CAUGHT_UP;
  }

  /**
   * The reader has joined the hub after it had read the log.
   *
   * @return whether that ends the reading; otherwise one more read is due
   */
  synchronized boolean stoppedByJoining() {
    if (!progress.over() && mode != Mode.LIVE) {
      return false;
    }
    fetching = false;
    return true;
  }

  /** The log has nothing more: goes over to the live tail, or waits, or ends. */
  synchronized CaughtUp caughtUp(boolean rests) {
    if (readAgain) {
      progress.pushHeld();
    }
    if (readAgain && !progress.over()) {
      fetching = liveEpoch != 0 || progress.low();
      return fetching ? CaughtUp.READ_ON : CaughtUp.STOP;
    }
    fetching = false;
    Then then = liveEpoch == 0 ? elsewhere.pushHeld() : Then.NOTHING;
    boolean whole = progress.pushHeld();
    if (rests && !throughPauses) {
      progress.end();
    }
    if (progress.over() || whole && liveEpoch != 0) {
      mode = Mode.LIVE;
      return CaughtUp.STOP;
    }
    mode = Mode.WAITING;
    askRests = false;
    return switch (then) {
      case NOTHING -> CaughtUp.POLL;
      case READ -> CaughtUp.POLL_AND_READ;
      case ASK -> CaughtUp.POLL_AND_ASK;
    };
  }
}

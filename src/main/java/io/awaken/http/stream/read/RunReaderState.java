package io.awaken.http.stream.read;

import io.awaken.core.event.Cursor;
import io.awaken.core.store.event.RunLogView;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.live.LiveReader;
import io.awaken.http.stream.read.RemoteTail.Then;

/**
 * The state machine of a {@link RunReader}: where its next events come from, and whether the log is
 * being read. Each method handles one event, and returns the reader's next action. Thread-safe:
 * every method takes the lock of this object; none waits or calls the hub.
 */
final class RunReaderState {

  private enum Mode {
    /** Pages of the log are read, or the next one is delayed until the queue is short. */
    REPLAYING,
    /** Every event comes from the hub. */
    LIVE,
    /** The log is read when another node announces a commit, and polled. */
    WAITING
  }

  /** The action after an event from the hub. */
  enum Step {
    /** The reader ignores or holds the event. */
    NOTHING,
    /** The writer has something to write. */
    WAKE,
    /** The log has events that are missing. */
    READ
  }

  /** The action of a timed poll. */
  enum Poll {
    /** The reader does not wait, or has ended. */
    NOT_DUE,
    /** The executing node has sent enough: the log is not read. */
    SUFFICES,
    READ
  }

  /** The action after a page of the log. */
  enum Page {
    /** The next page is read at once. */
    READ_ON,
    /** Reading stops for now. */
    STOP,
    /** The log has nothing more. */
    CAUGHT_UP,
    /** The log has nothing more, and the run waits or has ended. */
    SETTLED
  }

  /** The action at the end of the log. */
  enum CaughtUp {
    READ_ON,
    /** The reader is live or has ended. */
    STOP,
    /** The log is polled from here on. */
    POLL,
    /** The log is polled, and read at once, since a commit was announced. */
    POLL_AND_READ,
    /** The log is polled, and the executing node is asked for its tail. */
    POLL_AND_ASK
  }

  private final StreamProgress progress;
  private final RemoteTail elsewhere;
  private Mode mode = Mode.REPLAYING;

  /** Before reading has started, a writer that takes an item does not trigger a read. */
  private boolean begun;

  private boolean joined;
  private boolean endedHere;

  /** The activation that the hub publishes; 0 for none. */
  private long liveEpoch;

  private boolean fetching;
  private boolean readAgain;
  private boolean checkSettled = true;
  private boolean throughPauses;

  RunReaderState(StreamProgress progress) {
    this.progress = progress;
    this.elsewhere = new RemoteTail(progress);
  }

  synchronized void readThroughPauses() {
    throughPauses = true;
    progress.readThroughPauses();
  }

  /** The initial cursor is known to be committed. */
  synchronized void trust() {
    progress.verify(progress.position().sequence());
  }

  /**
   * Starts with the hub instead of the log.
   *
   * @return whether the run has not started, so that the log is polled
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

  /** Expects a read of the log that this reader does not start itself. */
  synchronized void expectRead() {
    fetching = true;
  }

  /** Starts with a read after a cursor; null when the hub has already moved the reader on. */
  synchronized LogRead begin(Cursor from) {
    begun = true;
    return progress.position().equals(from) ? nextRead() : null;
  }

  /** The reader has left the hub until the rest of the log is read. */
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

  /** Ends because the reader failed: queued items cannot be trusted. */
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

  /** An activation starts here. */
  synchronized Step opened(long epoch, long lastSequence) {
    if (progress.over()) {
      return Step.NOTHING;
    }
    boolean outlived = progress.outlived(epoch);
    liveEpoch = outlived ? 0 : epoch;
    boolean whole = !outlived && progress.switchTo(epoch, lastSequence);
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

  /** Another node publishes a tail of the run; null when it is ignored. */
  synchronized Then elsewhere(LiveReader.Elsewhere tail) {
    if (progress.over() || liveEpoch != 0) {
      return null;
    }
    Then then = elsewhere.take(tail, mode != Mode.WAITING);
    checkSettled |= tail.closed();
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
    checkSettled |= !suffices;
    return suffices ? Poll.SUFFICES : Poll.READ;
  }

  /** The activation that the reader follows through the hub; 0 for none. */
  synchronized long followed() {
    return progress.over() ? 0 : liveEpoch;
  }

  /** Whether the next page of the log is due, since few items wait for the writer. */
  synchronized boolean behind() {
    return begun && mode == Mode.REPLAYING && !fetching && !progress.over() && progress.low();
  }

  /**
   * The log must be read.
   *
   * @return whether to start a read now; otherwise one is in progress, or waits for the writer
   */
  synchronized boolean startRead() {
    begun = true;
    if (progress.over()) {
      return false;
    }
    mode = Mode.REPLAYING;
    if (fetching) {
      readAgain = true;
      return false;
    }
    // The writer's next poll starts the read, whatever is announced until then.
    fetching = liveEpoch != 0 || progress.low();
    return fetching;
  }

  synchronized LogRead read() {
    readAgain = false;
    return nextRead();
  }

  private LogRead nextRead() {
    return new LogRead(
        progress.position(), progress.sure(), joined && liveEpoch == 0 && checkSettled);
  }

  /** A read failed: it will be retried. */
  synchronized void readFailed() {
    fetching = false;
    mode = Mode.WAITING;
  }

  /** Uses the result of a read. */
  synchronized Page take(RunLogView found, LogRead read) {
    Cursor from = read.from();
    if (found.expired(from)) {
      // The following events were deleted: the reader is notified that its copy is incomplete.
      progress.endWith(new StreamItem.Resync(progress.position()));
      fetching = false;
      return Page.STOP;
    }
    boolean settled = read.maySettle() && found.settled();
    return switch (read.sure() ? RunLogView.Standing.COMMITTED : found.standing(from, settled)) {
      case LOST -> {
        progress.rewind(from, from.epoch(), found.committedUnder());
        yield Page.READ_ON;
      }
      case OPEN -> {
        open(from, found.committed());
        yield Page.CAUGHT_UP;
      }
      case COMMITTED -> committed(found, from, settled);
    };
  }

  /** A newer activation has committed nothing; if one executes, uncommitted events are void. */
  private void open(Cursor from, long committed) {
    long newest = liveEpoch != 0 ? liveEpoch : elsewhere.epoch();
    progress.verify(from, committed);
    if (newest > from.epoch()) {
      progress.rewind(from, newest, committed);
    }
  }

  private Page committed(RunLogView found, Cursor from, boolean settled) {
    if (found.page().isEmpty()) {
      progress.verify(from, from.sequence());
    } else {
      progress.push(found.page(), from);
      if (found.more() || !joined) {
        // The hub holds back a limited number of events, so a live run is read without a pause.
        fetching = !progress.over() && (liveEpoch != 0 || progress.low());
        return fetching ? Page.READ_ON : Page.STOP;
      }
    }
    return settled ? Page.SETTLED : Page.CAUGHT_UP;
  }

  /**
   * The reader has joined the hub after reading the log.
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

  /** The log has nothing more: joins the live tail, or waits, or ends. */
  synchronized CaughtUp caughtUp(boolean settled) {
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
    if (settled && !throughPauses) {
      progress.end();
    }
    if (progress.over() || whole && liveEpoch != 0) {
      mode = Mode.LIVE;
      return CaughtUp.STOP;
    }
    mode = Mode.WAITING;
    checkSettled = false;
    return switch (then) {
      case NOTHING -> CaughtUp.POLL;
      case READ -> CaughtUp.POLL_AND_READ;
      case ASK -> CaughtUp.POLL_AND_ASK;
    };
  }
}

package io.awaken.http.stream;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.awaken.core.commit.RunLook;
import io.awaken.core.commit.StoreUnavailable;
import io.awaken.core.event.Cursor;
import io.awaken.http.stream.HeardElsewhere.Then;
import java.time.Duration;

/**
 * Reads one run for one reader: the log a page at a time, then the live tail; while the run
 * executes elsewhere, the log when its node tells of a commit and the tail as far as that node
 * tells it, and the log every now and then when it is silent. Queries run on virtual threads, one
 * at a time; live calls and the writer only take a lock that nobody holds while waiting. The hub is
 * never called under it.
 */
final class RunReader implements LiveReader, StreamReader {

  private static final System.Logger LOG = System.getLogger(RunReader.class.getName());

  private enum Mode {
    /** Pages of the log are being read, or the next one is put off until the queue is low. */
    REPLAYING,
    /** Every event comes from the hub. */
    LIVE,
    /** The log is looked at when another node says so, or from time to time. */
    WAITING
  }

  private final RunHistory history;
  private final LiveHub hub;
  private final StreamSettings settings;
  private final StreamThreads threads;
  private final StreamProgress progress;
  private final HeardElsewhere elsewhere;
  private final Polls polls;
  private volatile Runnable wake = () -> {};
  private Mode mode = Mode.REPLAYING;
  private boolean joined;
  private boolean endedHere;
  private long liveEpoch;
  private boolean fetching;
  private boolean lookAgain;
  private boolean askRests = true;

  RunReader(
      RunHistory history,
      LiveHub hub,
      StreamSettings settings,
      StreamThreads threads,
      Cursor from) {
    this.history = history;
    this.hub = hub;
    this.settings = settings;
    this.threads = threads;
    this.progress = new StreamProgress(new StreamQueue(settings), from);
    this.elsewhere = new HeardElsewhere(progress);
    this.polls = new Polls(threads.timer(), this::poll);
  }

  /**
   * Begins to read.
   *
   * @param fresh the run was accepted here a moment ago: the log is not asked before the hub, so
   *     that a run that begins at once costs no query
   */
  void start(Runnable wakeWriter, boolean fresh) {
    wake = wakeWriter;
    if (!fresh) {
      fetchSoon();
      return;
    }
    hub.subscribe(history.runId(), this);
    boolean notBegun;
    synchronized (this) {
      notBegun = liveEpoch == 0 && !endedHere && mode == Mode.REPLAYING && !fetching;
      mode = notBegun ? Mode.WAITING : mode;
    }
    if (notBegun) {
      polls.in(settings.times().firstPoll());
    } else if (behind()) {
      fetchSoon();
    }
  }

  /**
   * Hears of the run from here on, so that one look at its log, if it is made behind this, brings
   * all that it lacks.
   */
  void listen() {
    synchronized (this) {
      fetching = true;
    }
    hub.subscribe(history.runId(), this);
  }

  /**
   * Begins to read with what was found behind the cursor, after {@link #listen}. Where that is not
   * all, the hub is left until the rest is read, since it would hold back more and more.
   */
  void resume(Runnable wakeWriter, RunLook first, Cursor asked) {
    wake = wakeWriter;
    if (first.more()) {
      hub.unsubscribe(history.runId(), this);
      forget();
    }
    boolean moved;
    boolean sure;
    boolean mayRest;
    synchronized (this) {
      moved = !progress.position().equals(asked);
      sure = progress.sure();
      mayRest = joined && liveEpoch == 0;
    }
    if (moved ? caughtUp(false) : take(first, asked, sure, mayRest)) {
      threads.blocking().execute(this::fetch);
    }
  }

  /** The cursor that it begins with is known to be committed. */
  synchronized void trust() {
    progress.verify(progress.position().sequence());
  }

  private synchronized void forget() {
    joined = false;
    liveEpoch = 0;
    progress.dropHeld();
  }

  @Override
  public String what() {
    return "run " + runId();
  }

  private String runId() {
    return history.runId().value();
  }

  @Override
  public StreamItem next() {
    StreamItem item;
    synchronized (this) {
      item = progress.next();
    }
    if (behind()) {
      fetchSoon();
    }
    return item;
  }

  @Override
  public synchronized boolean finished() {
    return progress.finished();
  }

  @Override
  public void reconnect() {
    synchronized (this) {
      progress.endWith(new StreamItem.Reconnect(progress.position()));
    }
    wake.run();
  }

  @Override
  public void close() {
    synchronized (this) {
      progress.clear();
    }
    hub.unsubscribe(history.runId(), this);
  }

  @Override
  public synchronized void joined(Activation now, boolean endedShortlyBefore) {
    joined = true;
    endedHere = endedShortlyBefore;
    if (now == null || progress.over()) {
      return;
    }
    liveEpoch = now.epoch();
    if (progress.joins(now)) {
      mode = Mode.LIVE;
    }
  }

  @Override
  public void opened(long epoch, long lastSequence) {
    boolean missing = false;
    synchronized (this) {
      if (progress.over()) {
        return;
      }
      liveEpoch = epoch;
      boolean whole = progress.goesOn(epoch, lastSequence);
      if (!fetching) {
        missing = !whole;
        mode = missing ? mode : Mode.LIVE;
      }
    }
    if (missing) {
      fetchSoon();
    }
    wake.run();
  }

  @Override
  public void event(StreamItem.Event item) {
    boolean missing = false;
    synchronized (this) {
      if (progress.over() || item.cursor().epoch() != liveEpoch) {
        return;
      }
      if (progress.tooSlowFor(item)) {
        progress.endTooSlow();
      } else if (mode != Mode.LIVE) {
        progress.hold(item);
        return;
      } else if (!progress.push(item)) {
        progress.hold(item);
        missing = true;
      }
    }
    if (missing) {
      fetchSoon();
    }
    wake.run();
  }

  @Override
  public void closed(long epoch, boolean ended, long committed) {
    boolean idle;
    synchronized (this) {
      if (progress.over() || epoch != liveEpoch) {
        return;
      }
      liveEpoch = 0;
      progress.dropHeld(committed);
      progress.verify(committed);
      idle = !ended && !fetching;
      mode = idle ? Mode.WAITING : mode;
    }
    if (idle) {
      follow();
      polls.in(settings.times().poll());
    } else {
      fetchSoon();
    }
  }

  @Override
  public void elsewhere(Elsewhere told) {
    Then then;
    synchronized (this) {
      if (progress.over() || liveEpoch != 0) {
        return;
      }
      then = elsewhere.take(told, mode != Mode.WAITING);
      askRests |= told.closed();
    }
    act(then);
    wake.run();
  }

  @Override
  public void missed() {
    synchronized (this) {
      elsewhere.heardOf();
    }
    poll();
  }

  private void act(Then then) {
    if (then == Then.LOOK) {
      fetchSoon();
    } else if (then == Then.ASK) {
      follow();
    }
  }

  /** Lets the node that executes the run know that it is read here. */
  private void follow() {
    hub.follow(history.runId(), position());
  }

  private synchronized Cursor position() {
    return progress.position();
  }

  @Override
  public void failed(Throwable failure) {
    LOG.log(
        WARNING,
        "a reader of run " + runId() + " failed and is to come back; the run goes on",
        failure);
    synchronized (this) {
      progress.endWhereItIs();
    }
    wake.run();
  }

  private synchronized boolean behind() {
    return mode == Mode.REPLAYING && !fetching && !progress.over() && progress.low();
  }

  private void fetchSoon() {
    synchronized (this) {
      if (progress.over()) {
        return;
      }
      mode = Mode.REPLAYING;
      if (fetching) {
        lookAgain = true;
        return;
      }
      fetching = true;
    }
    threads.blocking().execute(this::fetch);
  }

  /** Looks at the log, unless the node that executes the run has said how it stands. */
  private void poll() {
    boolean heard;
    synchronized (this) {
      heard = elsewhere.heardOf();
      if (mode != Mode.WAITING || progress.over()) {
        return;
      }
      askRests |= !heard;
    }
    follow();
    if (heard) {
      polls.in(settings.times().poll());
    } else {
      fetchSoon();
    }
  }

  private void fetch() {
    try {
      while (look()) {
        wake.run();
      }
    } catch (RuntimeException | Error e) {
      Duration again = settings.times().poll();
      // Of a store that is away every open stream would say so; the store says it once.
      var level = e instanceof StoreUnavailable ? DEBUG : WARNING;
      LOG.log(level, "events of run {0} not read, tried again in {1}: {2}", runId(), again, e);
      synchronized (this) {
        fetching = false;
        mode = Mode.WAITING;
      }
      polls.in(again);
    }
    wake.run();
  }

  /** One look at the log; true when another one is due at once. */
  private boolean look() {
    Cursor from;
    boolean sure;
    boolean mayRest;
    synchronized (this) {
      lookAgain = false;
      from = progress.position();
      sure = progress.sure();
      mayRest = joined && liveEpoch == 0 && askRests;
    }
    return take(history.look(from, settings.pageSegments()), from, sure, mayRest);
  }

  /** Uses what was found behind a cursor; true when another look is due at once. */
  private boolean take(RunLook found, Cursor from, boolean sure, boolean mayRest) {
    if (found.expired(from)) {
      return overtaken();
    }
    boolean rests = mayRest && found.rests();
    return switch (sure ? RunLook.Standing.COMMITTED : found.standing(from, rests)) {
      case LOST -> setBack(from, found.committedUnder());
      case OPEN -> caughtUp(false);
      case COMMITTED ->
          found.page().isEmpty() ? verified(from) && caughtUp(rests) : replay(found, from, rests);
    };
  }

  /** What follows is deleted: the reader is told that it has not got everything. */
  private synchronized boolean overtaken() {
    progress.endWith(new StreamItem.Resync(progress.position()));
    fetching = false;
    return false;
  }

  private synchronized boolean setBack(Cursor from, long committed) {
    progress.setBack(from, committed);
    return true;
  }

  private synchronized boolean verified(Cursor from) {
    progress.verify(from);
    return true;
  }

  private boolean replay(RunLook found, Cursor from, boolean rests) {
    synchronized (this) {
      progress.push(found.page(), from);
      if (found.more() || !joined) {
        // What the hub holds back meanwhile is bounded, so a live run is caught up with at once.
        fetching = !progress.over() && (liveEpoch != 0 || progress.low());
        return fetching;
      }
    }
    return caughtUp(rests);
  }

  /** The log has nothing more: goes over to the live tail, or waits, or ends. */
  private boolean caughtUp(boolean rests) {
    boolean toJoin;
    synchronized (this) {
      toJoin = !joined;
    }
    if (toJoin) {
      hub.subscribe(history.runId(), this);
      return !stoppedByJoining();
    }
    Then then;
    synchronized (this) {
      if (lookAgain) {
        progress.pushHeld();
      }
      if (lookAgain && !progress.over()) {
        return true;
      }
      fetching = false;
      then = liveEpoch == 0 ? elsewhere.pushHeld() : Then.NOTHING;
      boolean whole = progress.pushHeld();
      if (rests) {
        progress.end();
      }
      if (progress.over() || whole && liveEpoch != 0) {
        mode = Mode.LIVE;
        return false;
      }
      mode = Mode.WAITING;
      askRests = false;
    }
    act(then);
    polls.in(settings.times().poll());
    return false;
  }

  private boolean stoppedByJoining() {
    boolean closed;
    synchronized (this) {
      closed = progress.over();
      if (!closed && mode != Mode.LIVE) {
        return false;
      }
      fetching = false;
    }
    if (closed) {
      hub.unsubscribe(history.runId(), this);
    }
    return true;
  }
}

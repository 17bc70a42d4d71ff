package io.awaken.http.stream.read;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.awaken.core.commit.RunLook;
import io.awaken.core.commit.StoreUnavailable;
import io.awaken.core.event.Cursor;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.read.HeardElsewhere.Then;
import java.time.Duration;

/**
 * Reads the log of one run for one reader, a page at a time, and again when more of it is told of
 * or nothing was for a while. Queries run on virtual threads, one at a time. What is shared with
 * {@link RunReader} is guarded by its lock, which nobody holds while waiting.
 */
abstract class RunLogReader implements StreamReader {

  private static final System.Logger LOG = System.getLogger(RunLogReader.class.getName());

  enum Mode {
    /** Pages of the log are being read, or the next one is put off until the queue is low. */
    REPLAYING,
    /** Every event comes from the hub. */
    LIVE,
    /** The log is looked at when another node says so, or from time to time. */
    WAITING
  }

  final RunHistory history;
  final LiveHub hub;
  final StreamSettings settings;
  final StreamThreads threads;
  final StreamProgress progress;
  final HeardElsewhere elsewhere;
  final Polls polls;
  volatile Runnable wake = () -> {};
  Mode mode = Mode.REPLAYING;

  /** Before it has begun to read, whoever takes what waits does not make it look. */
  boolean begun;

  boolean joined;
  boolean endedHere;
  long liveEpoch;
  boolean fetching;
  boolean lookAgain;
  boolean askRests = true;
  private boolean throughPauses;

  RunLogReader(
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
   * Reads on behind a pause, for as long as the run waits; its end ends the stream. For a run whose
   * end the reader does not have; before it begins.
   */
  public final void readThroughPauses() {
    throughPauses = true;
    progress.readThroughPauses();
  }

  /** Hears of the run from here on. */
  abstract void join();

  /** Hears of it no more. */
  abstract void leave();

  @Override
  public String what() {
    return "run " + runId();
  }

  final String runId() {
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

  final void act(Then then) {
    if (then == Then.LOOK) {
      fetchSoon();
    } else if (then == Then.ASK) {
      follow();
    }
  }

  /** Lets the node that executes the run know that it is read here. */
  final void follow() {
    hub.follow(history.runId(), position());
  }

  private synchronized Cursor position() {
    return progress.position();
  }

  final synchronized boolean behind() {
    return begun && mode == Mode.REPLAYING && !fetching && !progress.over() && progress.low();
  }

  final void fetchSoon() {
    synchronized (this) {
      begun = true;
      if (progress.over()) {
        return;
      }
      mode = Mode.REPLAYING;
      if (fetching) {
        lookAgain = true;
        return;
      }
      if (liveEpoch == 0 && !progress.low()) {
        // Whoever takes what waits looks, however often others say meanwhile that there is more.
        return;
      }
      fetching = true;
    }
    threads.blocking().execute(this::fetch);
  }

  /** Looks at the log, unless what the node that executes the run has said suffices. */
  final void poll() {
    boolean heard;
    synchronized (this) {
      heard = elsewhere.suffices();
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

  /**
   * Looks whether the activation that is heard here is still the run's: the node may not know yet
   * that it has lost the run, and what works on it may be stuck.
   */
  @Override
  public void quiet() {
    long heard;
    synchronized (this) {
      if (liveEpoch == 0 || progress.over()) {
        return;
      }
      heard = liveEpoch;
    }
    threads.blocking().execute(() -> doubt(heard));
  }

  private void doubt(long heard) {
    try {
      RunLook found = history.look(position(), 0);
      if (found.rests() || found.threadEpoch() > heard) {
        hub.abandon(history.runId(), heard);
      }
    } catch (RuntimeException | Error e) {
      LOG.log(DEBUG, "run {0} not looked at after a silence; it is heard on: {1}", runId(), e);
    }
  }

  final void fetch() {
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
  final boolean take(RunLook found, Cursor from, boolean sure, boolean mayRest) {
    if (found.expired(from)) {
      return overtaken();
    }
    boolean rests = mayRest && found.rests();
    return switch (sure ? RunLook.Standing.COMMITTED : found.standing(from, rests)) {
      case LOST -> setBack(from, from.epoch(), found.committedUnder());
      case OPEN -> open(from, found.committed()) && caughtUp(false);
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

  private synchronized boolean setBack(Cursor from, long epoch, long committed) {
    progress.setBack(from, epoch, committed);
    return true;
  }

  /** Nothing of a newer activation is committed; but where one works, what is not is void. */
  private synchronized boolean open(Cursor from, long committed) {
    long newest = liveEpoch != 0 ? liveEpoch : elsewhere.epoch();
    progress.verify(from, committed);
    return newest <= from.epoch() || setBack(from, newest, committed);
  }

  private synchronized boolean verified(Cursor from) {
    progress.verify(from, from.sequence());
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
  final boolean caughtUp(boolean rests) {
    boolean toJoin;
    synchronized (this) {
      toJoin = !joined;
    }
    if (toJoin) {
      join();
      return !stoppedByJoining();
    }
    Then then;
    synchronized (this) {
      if (lookAgain) {
        progress.pushHeld();
      }
      if (lookAgain && !progress.over()) {
        fetching = liveEpoch != 0 || progress.low();
        return fetching;
      }
      fetching = false;
      then = liveEpoch == 0 ? elsewhere.pushHeld() : Then.NOTHING;
      boolean whole = progress.pushHeld();
      if (rests && !throughPauses) {
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
    synchronized (this) {
      if (!progress.over() && mode != Mode.LIVE) {
        return false;
      }
      fetching = false;
      return true;
    }
  }
}

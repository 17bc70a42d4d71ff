package io.awaken.http.stream.read;

import static java.lang.System.Logger.Level.WARNING;

import io.awaken.core.commit.RunLook;
import io.awaken.core.event.Cursor;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.live.LiveReader;
import io.awaken.http.stream.read.HeardElsewhere.Then;

/**
 * Reads one run for one reader: the log, then the live tail; while the run executes elsewhere, the
 * log when its node tells of a commit and the tail as far as that node tells it, and the log every
 * now and then when it is silent. Live calls and the writer only take a lock that nobody holds
 * while waiting. The hub is never called under it.
 */
public final class RunReader extends RunLogReader implements LiveReader {

  private static final System.Logger LOG = System.getLogger(RunReader.class.getName());

  public RunReader(
      RunHistory history,
      LiveHub hub,
      StreamSettings settings,
      StreamThreads threads,
      Cursor from) {
    super(history, hub, settings, threads, from);
  }

  /**
   * Begins to read.
   *
   * @param fresh the run was accepted here a moment ago: the log is not asked before the hub, so
   *     that a run that begins at once costs no query
   */
  public void start(Runnable wakeWriter, boolean fresh) {
    wake = wakeWriter;
    if (!fresh) {
      fetchSoon();
      return;
    }
    join();
    boolean notBegun;
    synchronized (this) {
      begun = true;
      notBegun =
          liveEpoch == 0 && !endedHere && mode == Mode.REPLAYING && !fetching && !progress.over();
      mode = notBegun ? Mode.WAITING : mode;
    }
    if (notBegun) {
      polls.in(settings.times().firstPoll());
    } else if (behind()) {
      fetchSoon();
    }
  }

  /** The same for a run that executes, here or elsewhere. */
  void startExecuting(Runnable wakeWriter) {
    start(wakeWriter, true);
    boolean notHere;
    synchronized (this) {
      notHere = liveEpoch == 0 && !progress.over();
    }
    if (notHere) {
      follow();
    }
  }

  /**
   * Hears of the run from here on, so that one look at its log, if it is made behind this, brings
   * all that it lacks.
   */
  public void listen() {
    synchronized (this) {
      fetching = true;
    }
    join();
  }

  /**
   * Begins to read with what was found behind the cursor, after {@link #listen}. Where that is not
   * all, the hub is left until the rest is read, since it would hold back more and more.
   */
  public void resume(Runnable wakeWriter, RunLook first, Cursor asked) {
    wake = wakeWriter;
    if (first.more()) {
      leave();
      forget();
    }
    boolean moved;
    boolean sure;
    boolean mayRest;
    synchronized (this) {
      begun = true;
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
    mode = Mode.REPLAYING;
    joined = false;
    liveEpoch = 0;
    progress.dropHeld();
  }

  @Override
  public void close() {
    synchronized (this) {
      progress.clear();
    }
    leave();
  }

  @Override
  public synchronized void joined(Activation now, boolean endedShortlyBefore) {
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

  @Override
  public void opened(long epoch, long lastSequence) {
    boolean whole;
    synchronized (this) {
      if (progress.over()) {
        return;
      }
      boolean outlived = progress.outlived(epoch);
      liveEpoch = outlived ? 0 : epoch;
      whole = !outlived && progress.goesOn(epoch, lastSequence);
      if (whole && !fetching) {
        mode = Mode.LIVE;
      }
    }
    if (!whole) {
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
  public void closed(long epoch, boolean look, long committed) {
    boolean idle;
    synchronized (this) {
      if (progress.over() || epoch != liveEpoch) {
        return;
      }
      liveEpoch = 0;
      progress.dropHeld(committed);
      if (progress.position().epoch() == epoch) {
        progress.verify(committed);
      }
      idle = !look && !fetching;
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
      elsewhere.distrust();
    }
    poll();
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

  /** Whoever was closed meanwhile is not kept. */
  @Override
  void join() {
    hub.subscribe(history.runId(), this);
    boolean gone;
    synchronized (this) {
      gone = progress.over();
    }
    if (gone) {
      leave();
    }
  }

  @Override
  void leave() {
    hub.unsubscribe(history.runId(), this);
  }
}

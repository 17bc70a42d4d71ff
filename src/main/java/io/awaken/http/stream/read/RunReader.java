package io.awaken.http.stream.read;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.RunLogView;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.live.LiveReader;
import io.awaken.http.stream.read.StreamProgress.LogRead;

/**
 * Reads one run for one reader: the log page by page, then the live tail. While the run executes on
 * another node, it reads the log when that node announces a commit, receives the tail that the node
 * sends, and polls when the node is silent. Queries run on virtual threads, one at a time.
 *
 * <p>Thread-safe. What happens is decided under the lock of this object and done after it: the hub,
 * the writer and the log are never called under the lock.
 */
public final class RunReader extends LogReader implements LiveReader, RunSource {

  private enum Mode {
    /** Pages of the log are read, or the next one is delayed until the queue is short. */
    REPLAYING,
    /** Every event comes from the hub. */
    LIVE,
    /** The log is read when another node announces a commit, and polled. */
    WAITING
  }

  /** The action that follows a decision. */
  enum Next {
    /** None: the reader ignores or holds what came. */
    NOTHING,
    /** The writer has something to write. */
    WRITE,
    /** The log has events that are missing. */
    READ,
    /** The executing node has events that are missing in the log, too. */
    ASK,
    /** The log is polled. */
    POLL
  }

  private final RunId runId;
  private final EventLog log;
  private final LiveHub hub;
  private final StreamProgress progress;
  private final RemoteTail remote;
  private Mode mode = Mode.REPLAYING;

  /** Before reading has started, a writer that takes an item does not trigger a read. */
  private boolean begun;

  private boolean joined;
  private boolean endedHere;
  private boolean checkSettled = true;

  public RunReader(
      RunId runId,
      EventLog log,
      LiveHub hub,
      StreamSettings settings,
      StreamThreads threads,
      Cursor from) {
    super(settings, threads);
    this.runId = runId;
    this.log = log;
    this.hub = hub;
    this.progress = new StreamProgress(settings, from);
    this.remote = new RemoteTail(progress);
  }

  /**
   * Continues after a pause while the run waits; the end of the run ends the stream. For a run
   * whose end the reader does not have; call before starting.
   */
  public synchronized void readThroughPauses() {
    progress.readThroughPauses();
  }

  /**
   * Starts reading.
   *
   * @param fresh whether the run was just accepted here: the hub is checked before the log, so that
   *     a run that starts at once costs no query
   */
  @Override
  public void start(Runnable wakeWriter, boolean fresh) {
    wake = wakeWriter;
    if (!fresh) {
      readLog();
      return;
    }
    join();
    if (notBegun()) {
      pollIn(settings.times().firstPoll());
    } else if (behind()) {
      readLog();
    }
  }

  /** Starts with the hub; returns whether the run has not started, so that the log is polled. */
  private synchronized boolean notBegun() {
    begun = true;
    boolean idle = progress.live() == 0 && !endedHere && !fetching && !progress.over();
    if (!idle || mode != Mode.REPLAYING) {
      return false;
    }
    mode = Mode.WAITING;
    return true;
  }

  /**
   * Starts reading a run that executes, here or on another node.
   *
   * @param sure whether the initial cursor is known to be committed
   */
  void startExecuting(Runnable wakeWriter, boolean sure) {
    if (sure) {
      synchronized (this) {
        progress.verify(progress.position().sequence());
      }
    }
    start(wakeWriter, true);
    if (followed() == 0) {
      follow();
    }
  }

  /**
   * Joins the hub before the log is read, so that one read after this returns everything missing.
   */
  public void listen() {
    synchronized (this) {
      fetching = true;
    }
    join();
  }

  /**
   * Starts reading with the result of a query after {@link #listen}. If that is incomplete, the
   * reader leaves the hub until the rest is read, since the hub would hold back more and more.
   */
  public void resume(Runnable wakeWriter, RunLogView first, Cursor from) {
    wake = wakeWriter;
    if (first.more()) {
      leave();
    }
    LogRead read = begin(from, first.more());
    // Without a read, the hub has already moved the reader on.
    if (read == null ? caughtUp(false) : take(first, read)) {
      readPages();
    }
  }

  private synchronized LogRead begin(Cursor from, boolean left) {
    if (left) {
      mode = Mode.REPLAYING;
      joined = false;
      progress.leave();
    }
    begun = true;
    return progress.position().equals(from) ? nextRead() : null;
  }

  @Override
  public String what() {
    return "run " + runId.value();
  }

  @Override
  public StreamItem next() {
    StreamItem item;
    boolean due;
    synchronized (this) {
      item = progress.next();
      due = behind();
    }
    if (due) {
      readLog();
    }
    return item;
  }

  /** Whether the next page of the log is due, since few items wait for the writer. */
  private synchronized boolean behind() {
    return begun && mode == Mode.REPLAYING && !fetching && !progress.over() && progress.low();
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
    leave();
  }

  @Override
  public synchronized void joined(Activation now, boolean endedShortlyBefore) {
    joined = true;
    endedHere = endedShortlyBefore;
    if (now != null && progress.joins(now)) {
      mode = Mode.LIVE;
    }
  }

  @Override
  public void opened(long epoch, long lastSequence) {
    act(open(epoch, lastSequence));
  }

  private synchronized Next open(long epoch, long lastSequence) {
    if (progress.over()) {
      return Next.NOTHING;
    }
    boolean whole = progress.switchTo(epoch, lastSequence);
    if (whole && !fetching) {
      mode = Mode.LIVE;
    }
    return whole ? Next.WRITE : Next.READ;
  }

  @Override
  public void event(StreamItem.Event item) {
    act(take(item));
  }

  private synchronized Next take(StreamItem.Event item) {
    if (progress.over() || item.cursor().epoch() != progress.live()) {
      return Next.NOTHING;
    }
    if (progress.tooSlowFor(item)) {
      progress.endTooSlow();
      return Next.WRITE;
    }
    if (mode != Mode.LIVE) {
      progress.hold(item);
      return Next.NOTHING;
    }
    if (progress.push(item)) {
      return Next.WRITE;
    }
    progress.hold(item);
    return Next.READ;
  }

  @Override
  public void closed(long epoch, boolean more, long committed) {
    act(end(epoch, more, committed));
  }

  private synchronized Next end(long epoch, boolean more, long committed) {
    if (progress.over() || epoch != progress.live()) {
      return Next.NOTHING;
    }
    progress.leave(committed);
    if (more || fetching) {
      return Next.READ;
    }
    mode = Mode.WAITING;
    return Next.POLL;
  }

  @Override
  public void elsewhere(Elsewhere tail) {
    act(take(tail));
  }

  private synchronized Next take(Elsewhere tail) {
    if (progress.over() || progress.live() != 0) {
      return Next.NOTHING;
    }
    Next next = remote.take(tail, mode != Mode.WAITING);
    checkSettled |= tail.closed();
    return next;
  }

  private void act(Next next) {
    switch (next) {
      case NOTHING, WRITE -> {}
      case READ -> readLog();
      case ASK -> follow();
      case POLL -> {
        follow();
        pollIn(settings.times().poll());
      }
    }
    if (next != Next.NOTHING) {
      wake.run();
    }
  }

  @Override
  void poll() {
    Next due = due();
    if (due == Next.READ) {
      follow();
    }
    act(due);
  }

  /** Polls the log unless a read or the hub is in progress, or the executing node sent enough. */
  private synchronized Next due() {
    boolean suffices = remote.suffices();
    if (mode != Mode.WAITING || progress.over()) {
      return Next.NOTHING;
    }
    checkSettled |= !suffices;
    return suffices ? Next.POLL : Next.READ;
  }

  @Override
  public void missed() {
    synchronized (this) {
      remote.distrust();
    }
    poll();
  }

  @Override
  public void failed(Throwable failure) {
    String message = "a reader of %s failed and is asked to reconnect; the run continues";
    LOG.log(WARNING, message.formatted(what()), failure);
    synchronized (this) {
      progress.endWhereItIs();
    }
    wake.run();
  }

  /**
   * Checks whether the activation that the reader follows still owns the run: this node may not
   * have noticed that it lost the run, and the activation may be stuck.
   */
  @Override
  public void quiet() {
    long followed = followed();
    if (followed != 0) {
      threads.blocking().execute(() -> check(followed));
    }
  }

  /** The activation that the reader follows through the hub; 0 for none. */
  private synchronized long followed() {
    return progress.over() ? 0 : progress.live();
  }

  private void check(long followed) {
    try {
      RunLogView found = view(position(), 0);
      if (found.settled() || found.threadEpoch() > followed) {
        hub.abandon(runId, followed);
      }
    } catch (RuntimeException | Error e) {
      String message = "{0} could not be read after a silence; its stream continues: {1}";
      LOG.log(DEBUG, message, what(), e);
    }
  }

  /** Subscribes to the hub; a reader that was closed meanwhile is removed again. */
  private void join() {
    hub.subscribe(runId, this);
    if (finished()) {
      leave();
    }
  }

  private void leave() {
    hub.unsubscribe(runId, this);
  }

  /** Asks the node that executes the run to send its events here. */
  private void follow() {
    hub.follow(runId, position());
  }

  private synchronized Cursor position() {
    return progress.position();
  }

  @Override
  boolean wantsLog() {
    begun = true;
    mode = progress.over() ? mode : Mode.REPLAYING;
    return !progress.over();
  }

  /** The hub holds back a limited number of events, so a live run is read without a pause. */
  @Override
  boolean hasRoom() {
    return !progress.over() && (progress.live() != 0 || progress.low());
  }

  @Override
  boolean readPage() {
    LogRead read;
    synchronized (this) {
      readAgain = false;
      read = nextRead();
    }
    return take(view(read.from(), settings.pageSegments()), read);
  }

  private RunLogView view(Cursor behind, int limit) {
    return log.view(runId, behind, limit).orElse(RunLogView.DELETED);
  }

  private LogRead nextRead() {
    return progress.nextRead(joined && progress.live() == 0 && checkSettled);
  }

  @Override
  void readFailed() {
    mode = Mode.WAITING;
  }

  /** Uses the result of a read; returns whether the next one is due at once. */
  private boolean take(RunLogView found, LogRead read) {
    boolean settled = read.maySettle() && found.settled();
    synchronized (this) {
      long newest = progress.live() != 0 ? progress.live() : remote.epoch();
      switch (progress.take(found, read, newest)) {
        case REVOKED -> {
          return true;
        }
        case TAKEN -> {
          if (found.more() || !joined) {
            return readsOn();
          }
        }
        case NOTHING -> {}
      }
    }
    return caughtUp(settled);
  }

  /**
   * The log has nothing more: joins the live tail, or waits, or ends.
   *
   * @param settled whether the run waits or has ended
   * @return whether another read is due at once
   */
  private boolean caughtUp(boolean settled) {
    if (!hasJoined()) {
      join();
      synchronized (this) {
        // One more read is due, unless joining made the reader live.
        fetching = !progress.over() && mode != Mode.LIVE;
        return fetching;
      }
    }
    Next next;
    synchronized (this) {
      if (readAgain) {
        progress.pushHeld();
      }
      if (readAgain && !progress.over()) {
        return readsOn();
      }
      fetching = false;
      next = progress.live() == 0 ? remote.pushHeld() : Next.NOTHING;
      boolean whole = progress.pushHeld();
      if (settled) {
        progress.settle();
      }
      if (progress.over() || whole && progress.live() != 0) {
        mode = Mode.LIVE;
        return false;
      }
      mode = Mode.WAITING;
      checkSettled = false;
    }
    act(next);
    pollIn(settings.times().poll());
    return false;
  }

  private synchronized boolean hasJoined() {
    return joined;
  }
}

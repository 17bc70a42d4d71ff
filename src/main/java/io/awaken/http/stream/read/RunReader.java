package io.awaken.http.stream.read;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.awaken.core.event.Cursor;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.event.RunLogView;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.live.LiveReader;
import io.awaken.http.stream.read.RemoteTail.Then;
import java.time.Duration;

/**
 * Reads one run for one reader: the log page by page, then the live tail. While the run executes on
 * another node, it reads the log when that node announces a commit, receives the tail that the node
 * sends, and polls when the node is silent. Queries run on virtual threads, one at a time.
 *
 * <p>{@link RunReaderState} decides; this class acts. Thread-safe; the hub is never called under a
 * lock.
 */
public final class RunReader implements StreamReader, LiveReader {

  private static final System.Logger LOG = System.getLogger(RunReader.class.getName());

  private final RunHistory history;
  private final LiveHub hub;
  private final StreamSettings settings;
  private final StreamThreads threads;
  private final RunReaderState state;
  private final PollTimer polls;
  private volatile Runnable wake = () -> {};

  public RunReader(
      RunHistory history,
      LiveHub hub,
      StreamSettings settings,
      StreamThreads threads,
      Cursor from) {
    this.history = history;
    this.hub = hub;
    this.settings = settings;
    this.threads = threads;
    this.state = new RunReaderState(new StreamProgress(new StreamQueue(settings), from));
    this.polls = new PollTimer(threads.timer(), this::poll);
  }

  /**
   * Continues after a pause while the run waits; the end of the run ends the stream. For a run
   * whose end the reader does not have; call before starting.
   */
  public void readThroughPauses() {
    state.readThroughPauses();
  }

  /** The initial cursor is known to be committed. */
  void trust() {
    state.trust();
  }

  /**
   * Starts reading.
   *
   * @param fresh whether the run was just accepted here: the hub is checked before the log, so that
   *     a run that starts at once costs no query
   */
  public void start(Runnable wakeWriter, boolean fresh) {
    wake = wakeWriter;
    if (!fresh) {
      readLog();
      return;
    }
    join();
    if (state.beginFresh()) {
      polls.in(settings.times().firstPoll());
    } else if (state.behind()) {
      readLog();
    }
  }

  /** Starts reading a run that executes, here or on another node. */
  void startExecuting(Runnable wakeWriter) {
    start(wakeWriter, true);
    if (state.executesElsewhere()) {
      follow();
    }
  }

  /**
   * Joins the hub before the log is read, so that one read after this returns everything missing.
   */
  public void listen() {
    state.expectRead();
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
      state.left();
    }
    LogRead read = state.begin(from);
    if (read == null ? caughtUp(false) : take(first, read)) {
      threads.blocking().execute(this::fetch);
    }
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
    StreamItem item = state.next();
    if (state.behind()) {
      readLog();
    }
    return item;
  }

  @Override
  public boolean finished() {
    return state.finished();
  }

  @Override
  public void reconnect() {
    state.reconnect();
    wake.run();
  }

  @Override
  public void close() {
    state.close();
    leave();
  }

  @Override
  public void joined(Activation now, boolean endedShortlyBefore) {
    state.joined(now, endedShortlyBefore);
  }

  @Override
  public void opened(long epoch, long lastSequence) {
    act(state.opened(epoch, lastSequence));
  }

  @Override
  public void event(StreamItem.Event item) {
    act(state.event(item));
  }

  private void act(RunReaderState.Step step) {
    if (step == RunReaderState.Step.READ) {
      readLog();
    }
    if (step != RunReaderState.Step.NOTHING) {
      wake.run();
    }
  }

  @Override
  public void closed(long epoch, boolean more, long committed) {
    act(state.closed(epoch, more, committed));
  }

  private void poll() {
    RunReaderState.Poll due = state.poll();
    if (due == RunReaderState.Poll.READ) {
      follow();
    }
    act(due);
  }

  private void act(RunReaderState.Poll due) {
    switch (due) {
      case NOT_DUE -> {
        // A read of the log or the hub is in progress.
      }
      case READ -> readLog();
      case SUFFICES -> {
        follow();
        polls.in(settings.times().poll());
      }
    }
  }

  @Override
  public void elsewhere(Elsewhere tail) {
    Then then = state.elsewhere(tail);
    if (then == null) {
      return;
    }
    switch (then) {
      case NOTHING -> {
        // The reader has everything that the other node has sent.
      }
      case READ -> readLog();
      case ASK -> follow();
    }
    wake.run();
  }

  @Override
  public void missed() {
    state.missed();
    poll();
  }

  @Override
  public void failed(Throwable failure) {
    LOG.log(
        WARNING,
        "a reader of run " + runId() + " failed and is asked to reconnect; the run continues",
        failure);
    state.failed();
    wake.run();
  }

  /**
   * Checks whether the activation that the reader follows still owns the run: this node may not
   * have noticed that it lost the run, and the activation may be stuck.
   */
  @Override
  public void quiet() {
    long followed = state.followed();
    if (followed != 0) {
      threads.blocking().execute(() -> check(followed));
    }
  }

  private void check(long followed) {
    try {
      RunLogView found = history.view(state.position(), 0);
      if (found.settled() || found.threadEpoch() > followed) {
        hub.abandon(history.runId(), followed);
      }
    } catch (RuntimeException | Error e) {
      LOG.log(
          DEBUG,
          "run {0} could not be read after a silence; its stream continues: {1}",
          runId(),
          e);
    }
  }

  /** Subscribes to the hub; a reader that was closed meanwhile is removed again. */
  private void join() {
    hub.subscribe(history.runId(), this);
    if (state.over()) {
      leave();
    }
  }

  private void leave() {
    hub.unsubscribe(history.runId(), this);
  }

  /** Asks the node that executes the run to send its events here. */
  private void follow() {
    hub.follow(history.runId(), state.position());
  }

  private void readLog() {
    if (state.startRead()) {
      threads.blocking().execute(this::fetch);
    }
  }

  private void fetch() {
    try {
      while (readOn()) {
        wake.run();
      }
    } catch (RuntimeException | Error e) {
      Duration again = settings.times().poll();
      // Otherwise every open stream would log that the store is unavailable; the store logs it
      // once.
      var level = e instanceof StoreUnavailable ? DEBUG : WARNING;
      LOG.log(level, "events of run {0} could not be read; retry in {1}: {2}", runId(), again, e);
      state.readFailed();
      polls.in(again);
    }
    wake.run();
  }

  /** Reads a page of the log; returns whether the next one is due at once. */
  private boolean readOn() {
    LogRead read = state.read();
    return take(history.view(read.from(), settings.pageSegments()), read);
  }

  private boolean take(RunLogView found, LogRead read) {
    return switch (state.take(found, read)) {
      case READ_ON -> true;
      case STOP -> false;
      case CAUGHT_UP -> caughtUp(false);
      case SETTLED -> caughtUp(true);
    };
  }

  private boolean caughtUp(boolean settled) {
    if (!state.joined()) {
      join();
      return !state.stoppedByJoining();
    }
    RunReaderState.CaughtUp next = state.caughtUp(settled);
    switch (next) {
      case READ_ON -> {
        return true;
      }
      case STOP -> {
        return false;
      }
      case POLL -> {
        // No further announcement follows.
      }
      case POLL_AND_READ -> readLog();
      case POLL_AND_ASK -> follow();
    }
    polls.in(settings.times().poll());
    return false;
  }
}

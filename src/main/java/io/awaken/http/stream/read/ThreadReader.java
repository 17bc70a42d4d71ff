package io.awaken.http.stream.read;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.RunLogView.Standing;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.core.store.event.ThreadLogView.OpenRun;
import io.awaken.core.store.event.ThreadLogView.PositionedEvent;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.ThreadActivity;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Reads a whole thread for one reader: the commits of its runs in order, and a run that executes
 * live, through its own {@link RunReader}, whose events are not queued here. Between runs it is
 * notified when one starts, here or on another node, and polls at growing intervals. Thread-safe.
 */
public final class ThreadReader extends LogReader {

  private final ThreadId threadId;
  private final Caller reader;
  private final EventLog log;
  private final ThreadActivity activity;
  private final BiFunction<RunId, Cursor, RunReader> runs;
  private final Runnable signal = this::signalled;
  private final ArrayDeque<StreamItem.OfThread> queue = new ArrayDeque<>(0);
  private ThreadPosition position = ThreadPosition.START;
  private boolean over;

  /** The owner of the thread at the first read; a new thread with its id is not followed. */
  private ThreadLogView.Origin origin;

  private RunReader live;
  private RunId liveRun;
  private boolean more;
  private int idle;

  /**
   * @param reader who reads; runs hidden from that caller are omitted
   * @param runs creates readers of single runs, which start after a cursor
   */
  public ThreadReader(
      ThreadId threadId,
      Caller reader,
      EventLog log,
      ThreadActivity activity,
      BiFunction<RunId, Cursor, RunReader> runs,
      StreamSettings settings,
      StreamThreads threads) {
    super(settings, threads);
    this.threadId = threadId;
    this.reader = reader;
    this.log = log;
    this.activity = activity;
    this.runs = runs;
    this.fetching = true;
  }

  /** Subscribes to the thread, so that one read after this is enough. */
  public void listen() {
    activity.subscribe(threadId, signal);
  }

  /** Starts reading at a position, with the page found there. */
  public void resume(Runnable wakeWriter, ThreadLogView first, ThreadPosition from) {
    wake = wakeWriter;
    synchronized (this) {
      position = from;
      origin = first.origin();
    }
    if (use(first)) {
      readPages();
    }
  }

  @Override
  public StreamItem next() {
    StreamItem item;
    RunReader of;
    synchronized (this) {
      item = queue.poll();
      of = item == null ? live : null;
    }
    if (item == null && of != null) {
      item = nextOf(of);
    }
    if (due()) {
      readLog();
    }
    return item;
  }

  private StreamItem nextOf(RunReader of) {
    boolean finished = of.finished();
    StreamItem item = of.next();
    synchronized (this) {
      if (item != null && !over) {
        return pass(item);
      }
      if (!finished || live != of) {
        return null;
      }
      live = null;
      more = true;
    }
    of.close();
    return null;
  }

  /** Records an item of the executing run. */
  private StreamItem.OfThread pass(StreamItem item) {
    position = position.within(liveRun, item.cursor());
    boolean last = item instanceof StreamItem.Reconnect || item instanceof StreamItem.Resync;
    over |= last;
    return new StreamItem.OfThread(item, last ? null : liveRun, position);
  }

  /** Whether the next page is due: the log has more, and few items wait. */
  private synchronized boolean due() {
    return more && !fetching && wantsLog() && !crowded();
  }

  /** Whether enough is queued: the next page waits for the writer. */
  private boolean crowded() {
    return queue.size() >= settings.queueEvents() / 4;
  }

  @Override
  public synchronized boolean finished() {
    return over && queue.isEmpty();
  }

  @Override
  public void quiet() {
    RunReader of;
    synchronized (this) {
      of = live;
    }
    if (of != null) {
      of.quiet();
    }
  }

  @Override
  public void reconnect() {
    synchronized (this) {
      endWith(new StreamItem.Reconnect(position.within()));
    }
    wake.run();
  }

  /** Ends with a last item after the queued ones. */
  private void endWith(StreamItem last) {
    if (!over) {
      queue.add(new StreamItem.OfThread(last, null, position));
      over = true;
    }
  }

  @Override
  public void close() {
    RunReader of;
    synchronized (this) {
      queue.clear();
      over = true;
      of = live;
      live = null;
    }
    activity.unsubscribe(threadId, signal);
    if (of != null) {
      of.close();
    }
  }

  @Override
  public String what() {
    return "thread " + threadId;
  }

  private void signalled() {
    synchronized (this) {
      idle = 0;
    }
    readLog();
  }

  /** Not while a run is read: its reader reports its end. */
  @Override
  boolean wantsLog() {
    return !over && live == null;
  }

  @Override
  boolean hasRoom() {
    more |= crowded();
    return !crowded();
  }

  @Override
  boolean readPage() {
    Optional<ThreadLogView> found = log.view(threadId, position(), settings.pageSegments());
    synchronized (this) {
      if (found.isEmpty() || !found.get().origin().equals(origin)) {
        // The thread was deleted: nothing follows, even if its id is used again.
        over = true;
        return false;
      }
    }
    return use(found.get());
  }

  private synchronized ThreadPosition position() {
    readAgain = false;
    return position;
  }

  /** Returns whether another read is due at once. */
  private boolean use(ThreadLogView found) {
    RunReader begins = null;
    boolean sure = false;
    boolean waits = false;
    synchronized (this) {
      if (over) {
        return false;
      }
      if (!take(found)) {
        return true;
      }
      idle = found.page().isEmpty() ? idle + 1 : 0;
      more = found.more();
      if (!over && !more) {
        if (follows(found)) {
          begins = begin(found.open());
          sure = position.within().equals(found.open().committed());
        } else if (readAgain && !crowded()) {
          return true;
        } else if (readAgain) {
          more = true;
        } else {
          waits = true;
        }
      }
      fetching = false;
    }
    if (begins != null) {
      begins.startExecuting(wake, sure);
    }
    if (waits && pollIn(settings.times().idlePoll(idle))) {
      activity.follow(threadId);
    }
    return false;
  }

  /** Takes a page after the position; false when the log must be queried from the new one. */
  private boolean take(ThreadLogView found) {
    if (found.expired(position)) {
      endWith(new StreamItem.Resync(position.within()));
      return true;
    }
    if (found.standing(position) == Standing.LOST) {
      var back = new Cursor(position.within().epoch(), found.within().committedUnder());
      position = position.within(position.run(), back);
      queue.add(new StreamItem.OfThread(new StreamItem.Reset(back), position.run(), position));
      return false;
    }
    position = found.pass(position, reader, this::add);
    return true;
  }

  private void add(PositionedEvent committed) {
    var event = StreamItem.Event.stored(committed.event());
    queue.add(new StreamItem.OfThread(event, committed.runId(), committed.behind()));
  }

  /** Whether a run executes that the reader may see. */
  private boolean follows(ThreadLogView found) {
    OpenRun open = found.open();
    return open != null && open.executing() && found.sees(reader, open.subject());
  }

  /** Creates the reader of the active run, after the log has been read. */
  private RunReader begin(OpenRun open) {
    Cursor has = position.of(open.runId());
    Cursor from = has.sequence() > open.committed().sequence() ? has : open.committed();
    position = position.within(open.runId(), from);
    liveRun = open.runId();
    live = runs.apply(open.runId(), from);
    return live;
  }

  @Override
  void poll() {
    readLog();
  }
}

package io.awaken.http.stream.read;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.core.store.event.ThreadLogView.OpenRun;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.ThreadActivity;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Reads a whole thread for one reader: the commits of its runs in order, and a run that executes
 * live, through its own {@link RunReader}. Between runs it is notified when one starts, here or on
 * another node, and polls at growing intervals. Queries run on virtual threads, one at a time.
 */
public final class ThreadReader implements StreamReader {

  private static final System.Logger LOG = System.getLogger(ThreadReader.class.getName());

  private final ThreadId threadId;
  private final EventLog log;
  private final ThreadActivity activity;
  private final Runs runs;
  private final StreamSettings settings;
  private final StreamThreads threads;
  private final Runnable signal = this::signalled;
  private volatile Runnable wake = () -> {};
  private ThreadProgress progress = new ThreadProgress(ThreadPosition.START, Caller.ANONYMOUS);

  /** The owner of the thread at the first read; a new thread with its id is not followed. */
  private ThreadLogView.Origin origin;

  private RunReader live;
  private RunId liveRun;
  private boolean fetching = true;
  private boolean lookAgain;
  private boolean more;
  private boolean timed;
  private int idle;

  /** Creates readers of single runs. */
  @FunctionalInterface
  public interface Runs {
    RunReader reader(RunId runId, Cursor from);
  }

  public ThreadReader(
      ThreadId threadId,
      EventLog log,
      ThreadActivity activity,
      Runs runs,
      StreamSettings settings,
      StreamThreads threads) {
    this.threadId = threadId;
    this.log = log;
    this.activity = activity;
    this.runs = runs;
    this.settings = settings;
    this.threads = threads;
  }

  /** Subscribes to the thread, so that one read after this is enough. */
  public void listen() {
    activity.subscribe(threadId, signal);
  }

  /** Starts reading at a position, with the page found there. */
  public void resume(Runnable wakeWriter, ThreadLogView first, ThreadProgress from) {
    wake = wakeWriter;
    synchronized (this) {
      progress = from;
      origin = first.origin();
    }
    if (use(first)) {
      threads.blocking().execute(this::fetch);
    }
  }

  @Override
  public StreamItem next() {
    StreamItem item;
    RunReader of;
    synchronized (this) {
      item = progress.next();
      of = item == null ? live : null;
    }
    if (item == null && of != null) {
      item = nextOf(of);
    }
    if (due()) {
      readSoon();
    }
    return item;
  }

  private StreamItem nextOf(RunReader of) {
    boolean finished = of.finished();
    StreamItem item = of.next();
    synchronized (this) {
      if (item != null && !progress.over()) {
        return progress.pass(item, liveRun);
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

  /** Whether the next page is due: the log has more, and few items wait. */
  private synchronized boolean due() {
    return more && !fetching && live == null && !progress.over() && !crowded();
  }

  /** Whether enough is queued: the next page waits for the writer. */
  private boolean crowded() {
    return progress.waiting() >= settings.queueEvents() / 4;
  }

  @Override
  public synchronized boolean finished() {
    return progress.finished();
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
      progress.endWith(new StreamItem.Reconnect(progress.position().within()));
    }
    wake.run();
  }

  @Override
  public void close() {
    RunReader of;
    synchronized (this) {
      progress.clear();
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
    readSoon();
  }

  /** Not while a run is read: its reader reports its end. */
  private void readSoon() {
    synchronized (this) {
      if (progress.over() || live != null) {
        return;
      }
      if (fetching) {
        lookAgain = true;
        return;
      }
      if (crowded()) {
        more = true;
        return;
      }
      fetching = true;
    }
    threads.blocking().execute(this::fetch);
  }

  private void fetch() {
    try {
      while (use(log.view(threadId, position(), settings.pageSegments()))) {
        wake.run();
      }
    } catch (RuntimeException | Error e) {
      Duration again = settings.times().poll();
      var level = e instanceof StoreUnavailable ? DEBUG : WARNING;
      LOG.log(
          level, "events of thread {0} could not be read; retry in {1}: {2}", threadId, again, e);
      synchronized (this) {
        fetching = false;
      }
      readIn(again);
    }
    wake.run();
  }

  private synchronized ThreadPosition position() {
    lookAgain = false;
    return progress.position();
  }

  private boolean use(Optional<ThreadLogView> found) {
    synchronized (this) {
      if (found.isEmpty() || !found.get().origin().equals(origin)) {
        // The thread was deleted: nothing follows, even if its id is used again.
        progress.end();
        return false;
      }
    }
    return use(found.get());
  }

  /** Returns whether another read is due at once. */
  private boolean use(ThreadLogView found) {
    RunReader begins = null;
    boolean waits = false;
    synchronized (this) {
      if (progress.over()) {
        return false;
      }
      if (!progress.take(found)) {
        return true;
      }
      idle = found.page().isEmpty() ? idle + 1 : 0;
      more = found.more();
      if (!progress.over() && !more) {
        if (progress.follows(found)) {
          begins = follow(found.open());
        } else if (lookAgain && !crowded()) {
          return true;
        } else if (lookAgain) {
          more = true;
        } else {
          waits = true;
        }
      }
      fetching = false;
    }
    if (begins != null) {
      begins.startExecuting(wake);
    }
    if (waits) {
      readIn(settings.times().idlePoll(idle));
    }
    return false;
  }

  private RunReader follow(OpenRun open) {
    Cursor from = progress.begin(open);
    liveRun = open.runId();
    live = runs.reader(open.runId(), from);
    if (from.equals(open.committed())) {
      live.trust();
    }
    return live;
  }

  /** Several signals cause one later read. */
  private void readIn(Duration delay) {
    synchronized (this) {
      if (timed) {
        return;
      }
      timed = true;
    }
    activity.follow(threadId);
    threads.timer().schedule(this::timedRead, delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void timedRead() {
    synchronized (this) {
      timed = false;
    }
    readSoon();
  }
}

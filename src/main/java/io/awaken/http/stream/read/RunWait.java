package io.awaken.http.stream.read;

import static java.lang.System.Logger.Level.DEBUG;

import io.awaken.core.run.RunId;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.live.LiveReader;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Waits until a run ends or waits for a decision, without a thread: subscribes to a run that
 * executes on this node, and polls the database for one that executes elsewhere. Thread-safe.
 */
public final class RunWait implements LiveReader {

  /** Why the wait ended. */
  public enum End {
    /** The run is settled until a caller acts. */
    SETTLED,
    /** The time is up. */
    TIME_UP,
    /** The node stops. */
    DRAINING
  }

  private static final System.Logger LOG = System.getLogger(RunWait.class.getName());

  private final RunId runId;
  private final LiveHub hub;
  private final SettledRuns runs;
  private final Duration poll;
  private final StreamThreads threads;
  private final Consumer<End> whenEnded;
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicBoolean polling = new AtomicBoolean();
  private volatile boolean live;
  private volatile Future<?> deadline;

  /**
   * @param poll time between two polls of a run that executes elsewhere
   * @param whenEnded called once, on a thread that may block
   */
  public RunWait(
      RunId runId,
      LiveHub hub,
      SettledRuns runs,
      Duration poll,
      StreamThreads threads,
      Consumer<End> whenEnded) {
    this.runId = runId;
    this.hub = hub;
    this.runs = runs;
    this.poll = poll;
    this.threads = threads;
    this.whenEnded = whenEnded;
  }

  /** Starts to wait. Subscribes before it reads, so that no end is missed in between. */
  public void start(Duration atMost) {
    hub.subscribe(runId, this);
    deadline =
        threads.timer().schedule(() -> end(End.TIME_UP), atMost.toMillis(), TimeUnit.MILLISECONDS);
    if (over.get()) {
      // It ended while starting: undoes what its end could not see.
      leave();
    } else {
      readSoon();
    }
  }

  /** It could not start: the caller gets an exception. */
  public void giveUp() {
    over.set(true);
    leave();
  }

  /** The node stops: waiting clients must reconnect elsewhere. */
  public void drain() {
    end(End.DRAINING);
  }

  @Override
  public void joined(Activation now, boolean endedHere) {
    live = now != null;
  }

  @Override
  public void opened(long epoch, long lastSequence) {
    live = true;
  }

  @Override
  public void event(StreamItem.Event event) {
    // Only the end matters.
  }

  @Override
  public void closed(long epoch, boolean readLog, long committed) {
    live = false;
    readSoon();
  }

  @Override
  public void elsewhere(Elsewhere tail) {
    if (tail.closed()) {
      readSoon();
    }
  }

  @Override
  public void missed() {
    readSoon();
  }

  @Override
  public void failed(Throwable failure) {
    live = false;
    pollLater();
  }

  private void readSoon() {
    threads.blocking().execute(this::read);
  }

  private void read() {
    if (over.get()) {
      return;
    }
    try {
      if (runs.settled(runId)) {
        end(End.SETTLED);
        return;
      }
    } catch (RuntimeException | Error e) {
      LOG.log(DEBUG, "run {0} could not be read; retry in {1}: {2}", runId, poll, e);
    }
    pollLater();
  }

  private void pollLater() {
    if (!live && !over.get() && polling.compareAndSet(false, true)) {
      threads.timer().schedule(this::poll, poll.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void poll() {
    polling.set(false);
    if (!live) {
      readSoon();
    }
  }

  private void end(End why) {
    if (over.compareAndSet(false, true)) {
      threads
          .blocking()
          .execute(
              () -> {
                try {
                  leave();
                } finally {
                  whenEnded.accept(why);
                }
              });
    }
  }

  private void leave() {
    hub.unsubscribe(runId, this);
    Future<?> timer = deadline;
    if (timer != null) {
      timer.cancel(false);
    }
  }
}

package io.awaken.http.stream.open;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.RunLogView;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.PendingResponse;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.live.ThreadActivity;
import io.awaken.http.stream.read.DelegatesReader;
import io.awaken.http.stream.read.DelegatesReader.Origin;
import io.awaken.http.stream.read.RunReader;
import io.awaken.http.stream.read.RunSource;
import io.awaken.http.stream.read.RunWait;
import io.awaken.http.stream.read.ThreadReader;
import io.awaken.http.stream.write.FrameFeed;
import io.awaken.http.stream.write.FrameSource;
import io.awaken.http.stream.write.OpenStream;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The streams of this node: opens them within their limits and ends them all when the node drains.
 * Thread-safe.
 */
public final class Streams {

  private final LiveHub hub;
  private final EventLog log;
  private final StreamSettings settings;
  private final StreamThreads threads;
  private final InstantSource clock;
  private final StreamQuota quota;

  /** Open streams, and how to end each when the node stops. */
  private final Map<Object, Runnable> open = new ConcurrentHashMap<>();

  private final ThreadActivity activity;
  private final RunObserver observer;
  private final DelegatesReader.Source delegates;
  private volatile boolean draining;

  /** Without metrics, limited only by the settings. */
  public Streams(
      LiveHub hub,
      EventLog log,
      StreamSettings settings,
      StreamThreads threads,
      InstantSource clock) {
    this(hub, log, settings, threads, clock, Admission.UNLIMITED);
  }

  public Streams(
      LiveHub hub,
      EventLog log,
      StreamSettings settings,
      StreamThreads threads,
      InstantSource clock,
      Admission admission) {
    this.hub = hub;
    this.log = log;
    this.settings = settings;
    this.threads = threads;
    this.clock = clock;
    this.quota = new StreamQuota(settings, admission);
    this.observer = admission.observer();
    this.activity = hub.activity();
    StreamSettings share = settings.forDelegate();
    this.delegates =
        new DelegatesReader.Source(
            log,
            threads,
            (run, at) -> new RunReader(run, log, hub, share, threads, at),
            settings.times().poll());
  }

  /**
   * Admission of streams: limits beside those per principal and node of the settings.
   *
   * @param perAddress streams of anonymous callers from one address
   * @param address of the current thread's request; empty for an uncounted one
   * @param perTenant streams of all named callers of one tenant; 0 for no limit
   * @param observer observes the streams
   */
  public record Admission(
      int perAddress, Supplier<Optional<String>> address, int perTenant, RunObserver observer) {

    static final Admission UNLIMITED =
        new Admission(Integer.MAX_VALUE, Optional::empty, 0, RunObserver.NONE);
  }

  /**
   * Reserves a place for one stream, before anything is written for it. Must be opened or closed.
   *
   * @throws StreamsExhausted when the limit of the principal or node is reached, or the node drains
   */
  public Reservation reserve(Caller caller) {
    refuseWhileDraining();
    return new Reservation(quota.take(caller));
  }

  /**
   * Reserves a place for a request with a known address, in case anonymous callers are counted by
   * it.
   */
  public Reservation reserve(Caller caller, Optional<String> address) {
    refuseWhileDraining();
    return new Reservation(quota.take(caller, address));
  }

  /**
   * Reserves a place for a standing stream: one that belongs to no request and stays open. A caller
   * may have {@value StreamQuota#STANDING} of them, beside its other streams.
   *
   * @throws StreamsExhausted as above
   */
  public Reservation reserveStanding(Caller caller) {
    refuseWhileDraining();
    return new Reservation(quota.takeStanding(caller));
  }

  private void refuseWhileDraining() {
    if (draining) {
      throw new StreamsExhausted(StreamsExhausted.Scope.DRAINING, "the node is shutting down");
    }
  }

  /**
   * Reads the run of a reconnecting reader, in one query: for access control, and what the reader
   * lacks. Must be opened or closed.
   *
   * @param from the last event that the reader has
   */
  public Resumption<RunLogView> resume(RunId runId, Cursor from) {
    RunReader reader = reader(runId, from);
    reader.listen();
    return new Resumption<>(
        runId,
        reader,
        () -> log.view(runId, from, settings.pageSegments()),
        (found, wake) -> reader.resume(wake, found, from),
        // With readers of its own, which begin at the first event.
        (resumed, encoding) -> restored(runId, encoding, from, false),
        (all, places) ->
            new DelegatesReader(all, new Origin(runId, from, null, places, false), delegates));
  }

  /**
   * Reads the thread of a reader of a whole thread.
   *
   * @param from the reader's position; null for events from now on
   * @param by the reader; runs hidden from that caller are omitted
   */
  public Resumption<ThreadLogView> resume(ThreadId threadId, ThreadPosition from, Caller by) {
    var reader = new ThreadReader(threadId, by, log, activity, this::reader, settings, threads);
    ThreadPosition known = from == null ? ThreadPosition.START : from;
    reader.listen();
    return new Resumption<>(
        null,
        reader,
        () -> log.view(threadId, known, from == null ? 0 : settings.pageSegments()),
        (found, wake) -> {
          if (from == null) {
            reader.resume(wake, found.fromNow(), found.now(by));
          } else {
            reader.resume(wake, found, from);
          }
        },
        (resumed, encoding) ->
            new RestoredThreadStream(
                resumed.taken(), resumed::begin, encoding, known, log, settings, threads),
        (all, places) ->
            new DelegatesReader(
                all, new Origin(null, known.within(), from, places, false), delegates));
  }

  /** Signals when runs start and stop. */
  public ThreadActivity activity() {
    return activity;
  }

  private RunReader reader(RunId runId, Cursor from) {
    return new RunReader(runId, log, hub, settings, threads, from);
  }

  private FrameSource restored(RunId run, StreamEncoding encoding, Cursor has, boolean fresh) {
    Supplier<RunSource> readers =
        () -> {
          RunReader reader = reader(run, Cursor.START);
          if (encoding.outlastsPauses()) {
            reader.readThroughPauses();
          }
          return withDelegates(reader, run, Cursor.START, encoding);
        };
    return new RestoredRunStream(run, encoding, readers, has, fresh);
  }

  private RunSource withDelegates(RunReader reader, RunId run, Cursor at, StreamEncoding encoding) {
    return encoding.delegates() == null
        ? reader
        : new DelegatesReader(
            reader,
            new Origin(run, at, null, encoding.delegates(), encoding.stateful()),
            delegates);
  }

  /** Number of open or reserved streams. */
  public int count() {
    return quota.open();
  }

  /**
   * Refuses new streams, and asks every reader to reconnect elsewhere after the items that already
   * wait for it.
   *
   * @return whether all streams ended in time
   */
  public boolean closeAll(Duration atMost) throws InterruptedException {
    draining = true;
    open.values().forEach(Runnable::run);
    long deadline = clock.millis() + atMost.toMillis();
    synchronized (open) {
      while (!open.isEmpty()) {
        long left = deadline - clock.millis();
        if (left <= 0) {
          return false;
        }
        open.wait(left);
      }
    }
    return true;
  }

  /** The stream has ended: the node's shutdown no longer waits for it. */
  private void forget(Object key) {
    synchronized (open) {
      open.remove(key);
      open.notifyAll();
    }
  }

  /** A slot for a stream. */
  public final class Reservation implements AutoCloseable {

    private final StreamQuota.Slot slot;
    private boolean used;

    private Reservation(StreamQuota.Slot slot) {
      this.slot = slot;
    }

    /**
     * Opens the stream on a suspended response, which then belongs to it. Returns immediately;
     * called on the request's own thread.
     */
    public void open(
        StreamRequest wanted,
        StreamEncoding encoding,
        HttpServletRequest request,
        PendingResponse response) {
      RunId run = wanted.runId();
      if (encoding.stateful()) {
        var restored = restored(run, encoding, wanted.from(), wanted.fresh());
        open(run, restored, encoding, request, response);
        return;
      }
      Cursor from = wanted.from();
      RunSource reader = withDelegates(reader(run, from), run, from, encoding);
      Consumer<Runnable> start = wake -> reader.start(wake, wanted.fresh());
      var encoded = new EncodedStream(reader, start, encoding.encoder(run));
      open(run, encoded, encoding, request, response);
    }

    /** Opens the stream of a reconnecting reader, or of a reader of a whole thread. */
    public void open(
        Resumption<?> resumed,
        StreamEncoding encoding,
        HttpServletRequest request,
        PendingResponse response) {
      open(resumed.run(), resumed.stream(encoding), encoding, request, response);
    }

    /** Opens a stream of frames that are not events of a run. */
    public void open(
        FrameFeed feed, FrameFormat format, HttpServletRequest request, PendingResponse response) {
      open(feed, format, request.getAsyncContext(), response);
    }

    /** Opens a stream for a request that has already left its thread. */
    public void open(
        FrameFeed feed, FrameFormat format, AsyncContext context, PendingResponse response) {
      open(null, feed, format, feed::ended, context, response);
    }

    private void open(
        RunId run,
        FrameSource source,
        StreamEncoding encoding,
        HttpServletRequest request,
        PendingResponse response) {
      open(run, source, encoding.format(), encoding::ended, request.getAsyncContext(), response);
    }

    private void open(
        RunId run,
        FrameSource source,
        FrameFormat format,
        Consumer<StreamEnd> whenEnded,
        AsyncContext context,
        PendingResponse response) {
      used = true;
      long since = observer.now();
      observer.streamOpened(run);
      open.put(source, source::reconnect);
      Consumer<StreamEnd> ended =
          why -> {
            observer.streamEnded(run, why, since);
            whenEnded.accept(why);
          };
      Runnable settled =
          () -> {
            slot.release();
            forget(source);
          };
      Runnable begun =
          () -> {
            if (draining) {
              source.reconnect();
            }
          };
      new OpenStream(source, context, response, threads, ended, settled)
          .begin(format, settings.times(), clock, begun);
    }

    /**
     * Waits until a run ends or waits for a decision, counted as one stream and without a thread.
     *
     * @param whenEnded called once with the reason, on a thread that may block
     */
    public void await(RunId run, Duration atMost, Consumer<RunWait.End> whenEnded) {
      var over = new CompletableFuture<Void>();
      var wait =
          new RunWait(
              run,
              hub,
              id -> log.view(id, Cursor.START, 0).map(RunLogView::settled).orElse(true),
              settings.times().poll(),
              threads,
              end -> {
                try {
                  whenEnded.accept(end);
                } finally {
                  over.complete(null);
                }
              });
      keep(over, wait::drain);
      try {
        wait.start(atMost);
      } catch (RuntimeException | Error e) {
        wait.giveUp();
        over.complete(null);
        throw e;
      }
    }

    /**
     * Keeps the place for a request that is answered later and blocks no thread until then.
     *
     * @param over completed when it is answered, which releases the place
     * @param drain called when the node stops, to have it answered soon; does not block
     */
    public void keep(CompletionStage<Void> over, Runnable drain) {
      var key = new Object();
      used = true;
      open.put(key, drain);
      over.whenComplete(
          (nothing, failure) -> {
            slot.release();
            forget(key);
          });
      if (draining) {
        drain.run();
      }
    }

    /** Releases the place unless the stream was opened. */
    @Override
    public void close() {
      if (!used) {
        slot.release();
      }
    }
  }
}

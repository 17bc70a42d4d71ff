package io.awaken.http.stream.open;

import static java.lang.System.Logger.Level.DEBUG;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.RunLogView;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.read.StreamReader;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A thread's stream whose encoders have state, one for each run. If the first event of a run in
 * this stream is not the run's first, the reader already has the earlier ones: the run's encoder
 * gets them from the log, and its output is dropped. Uncommitted ones are awaited; meanwhile the
 * event is set aside, and nothing else is written. Queries run on virtual threads.
 */
final class RestoredThreadStream extends ReadStream {

  private static final System.Logger LOG = System.getLogger(RestoredThreadStream.class.getName());

  private final StreamReader reader;
  private final Consumer<Runnable> start;
  private final StreamEncoding encoding;
  private final EventLog log;
  private final StreamSettings settings;
  private final StreamThreads threads;
  private final Map<RunId, Written> runs = new HashMap<>();
  private Runnable wake = () -> {};
  private StreamItem.OfThread aside;
  private Written latest;
  private ThreadPosition at;
  private volatile Restoring state = Restoring.DONE;
  private volatile boolean closed;

  private enum Restoring {
    DONE,
    UNDER_WAY,
    /** Events held back will never be committed; the reader receives a reset in order. */
    VOID,
    /** Retention deleted what the encoder needs. */
    DELETED
  }

  /** A run and the last event that its encoder was given. */
  private static final class Written {
    private final StreamEncoder encoder;
    private long given;
    private boolean begun;

    private Written(StreamEncoder encoder) {
      this.encoder = encoder;
    }

    private void write(StreamItem.OfThread item, OutputStream out) throws IOException {
      if (!begun) {
        begun = true;
        encoder.begin(out);
      }
      encoder.encode(item, out);
    }
  }

  /**
   * @param start starts reading; receives the callback that wakes the writer
   * @param from the reader's position
   */
  RestoredThreadStream(
      StreamReader reader,
      Consumer<Runnable> start,
      StreamEncoding encoding,
      ThreadPosition from,
      EventLog log,
      StreamSettings settings,
      StreamThreads threads) {
    this.reader = reader;
    this.start = start;
    this.encoding = encoding;
    this.at = from;
    this.log = log;
    this.settings = settings;
    this.threads = threads;
  }

  @Override
  public void start(Runnable wakeWriter) {
    wake = wakeWriter;
    start.accept(wakeWriter);
  }

  @Override
  public boolean next(OutputStream out) throws IOException {
    if (state == Restoring.UNDER_WAY || finished()) {
      return false;
    }
    if (aside != null) {
      return writeAside(out);
    }
    StreamItem item = reader.next();
    if (item == null) {
      return reader.finished() && finish(out);
    }
    if (!(item instanceof StreamItem.OfThread of)) {
      throw new IllegalArgumentException("not of a thread: " + item.getClass());
    }
    if (of.run() == null) {
      Written writer = latest == null ? new Written(encoding.encoder(null)) : latest;
      writer.encoder.encode(of, out);
      wrote(of);
      return true;
    }
    take(of, out);
    return true;
  }

  private void take(StreamItem.OfThread of, OutputStream out) throws IOException {
    Written writer = runs.computeIfAbsent(of.run(), run -> new Written(encoding.encoder(run)));
    long needs = needs(of, writer);
    if (writer.given < needs) {
      aside = of;
      state = Restoring.UNDER_WAY;
      threads.blocking().execute(() -> restore(of, writer, needs));
      return;
    }
    write(of, writer, out);
  }

  /** The last event that an encoder needs before an item. */
  private static long needs(StreamItem.OfThread of, Written writer) {
    return switch (of.item()) {
      case StreamItem.Event event -> event.cursor().sequence() - 1;
      case StreamItem.Reset reset -> writer.given > 0 ? 0 : reset.cursor().sequence();
      case StreamItem.Reconnect reconnect -> 0;
      case StreamItem.Resync resync -> 0;
      case StreamItem.WithDelegates with -> throw new IllegalArgumentException("not followed");
      case StreamItem.OfThread within -> throw new IllegalArgumentException("within a thread");
    };
  }

  private void write(StreamItem.OfThread of, Written writer, OutputStream out) throws IOException {
    writer.write(of, out);
    latest = writer;
    at = of.at();
    wrote(of);
    switch (of.item()) {
      case StreamItem.Event event -> {
        writer.given = event.cursor().sequence();
        if (over(event.event().event())) {
          runs.remove(of.run());
        }
      }
      case StreamItem.Reset reset -> {
        if (writer.given != reset.cursor().sequence()) {
          runs.remove(of.run());
        }
      }
      case StreamItem.Reconnect reconnect -> {}
      case StreamItem.Resync resync -> {}
      case StreamItem.WithDelegates with -> {}
      case StreamItem.OfThread within -> {}
    }
  }

  private static boolean over(AgentEvent event) {
    return event instanceof AgentEvent.RunFinish finish
        && !(finish.termination() instanceof TerminationReason.Suspended);
  }

  private boolean writeAside(OutputStream out) throws IOException {
    StreamItem.OfThread of = aside;
    aside = null;
    Written writer = runs.get(of.run());
    switch (state) {
      case DONE -> write(of, writer, out);
      case VOID -> runs.remove(of.run());
      case DELETED -> {
        reader.close();
        var lost = new StreamItem.OfThread(new StreamItem.Resync(at.within()), null, at);
        writer.encoder.encode(lost, out);
        wrote(lost);
        endNow();
      }
      case UNDER_WAY -> throw new IllegalStateException("not restored yet");
    }
    state = Restoring.DONE;
    return true;
  }

  private void restore(StreamItem.OfThread of, Written writer, long needs) {
    Optional<Restoring> became;
    try {
      became = restored(of, writer, needs);
    } catch (RuntimeException | IOException | Error e) {
      Duration again = settings.times().poll();
      LOG.log(DEBUG, "run {0} was not restored; retry in {1}: {2}", of.run(), again, e);
      later(again, of, writer, needs);
      return;
    }
    if (became.isEmpty()) {
      later(settings.times().firstPoll(), of, writer, needs);
      return;
    }
    state = became.get();
    wake.run();
  }

  private void later(Duration delay, StreamItem.OfThread of, Written writer, long needs) {
    if (!closed) {
      Runnable again = () -> threads.blocking().execute(() -> restore(of, writer, needs));
      threads.timer().schedule(again, delay.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Empty while required events are not committed yet. */
  private Optional<Restoring> restored(StreamItem.OfThread of, Written writer, long needs)
      throws IOException {
    long epoch = of.cursor().epoch();
    boolean more = true;
    boolean settled = false;
    while (more && writer.given < needs) {
      Cursor behind = new Cursor(epoch, writer.given);
      Optional<RunLogView> found = log.view(of.run(), behind, settings.pageSegments());
      if (found.isEmpty()) {
        return Optional.of(Restoring.VOID);
      }
      RunLogView run = found.get();
      if (run.floor().sequence() > writer.given) {
        return Optional.of(Restoring.DELETED);
      }
      for (Segment segment : run.page()) {
        for (StreamEvent event : segment.eventsAfter(writer.given)) {
          if (writer.given == needs) {
            return Optional.of(Restoring.DONE);
          }
          if (event.cursor().epoch() > epoch) {
            return Optional.of(Restoring.VOID);
          }
          var silent = new StreamItem.OfThread(StreamItem.Event.stored(event), of.run(), of.at());
          writer.encoder.encode(silent, OutputStream.nullOutputStream());
          writer.given = event.cursor().sequence();
        }
      }
      more = run.more();
      settled = run.settled();
    }
    if (writer.given == needs) {
      return Optional.of(Restoring.DONE);
    }
    return settled ? Optional.of(Restoring.VOID) : Optional.empty();
  }

  private boolean finish(OutputStream out) throws IOException {
    endNow();
    if (latest != null) {
      latest.encoder.end(out);
    }
    return true;
  }

  @Override
  StreamReader reader() {
    return reader;
  }

  @Override
  public void close() {
    closed = true;
    super.close();
  }
}

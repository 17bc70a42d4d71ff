package io.awaken.http.stream;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.awaken.http.stream.StreamWatch.End;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Writes one stream while the container takes bytes (architecture section 7). The container, a
 * publish and the timer all call {@link #pump}: whoever comes first writes, the others leave their
 * call with it, so nobody waits and the stream holds no thread.
 */
final class SseWriter implements WriteListener {

  private static final System.Logger LOG = System.getLogger(SseWriter.class.getName());
  private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

  /** Silence after which the reader is told that there is some. */
  private static final Duration QUIET = Duration.ofSeconds(30);

  private final ServletOutputStream out;
  private final StreamReader reader;
  private final StreamEncoder encoder;
  private final StreamSettings.Times times;
  private final InstantSource clock;
  private final Consumer<End> whenEnded;
  private final long openedAt;
  private final AtomicInteger calls = new AtomicInteger();

  /** The container has not said yet that it takes bytes again. */
  private volatile boolean blocked = true;

  private volatile long blockedSince;
  private volatile long lastWriteAt;

  /** The first comment brings the headers to the reader before anything happens. */
  private volatile boolean commentDue = true;

  /** Ticks since something came; the timer's, which the writer sets back. */
  private volatile int quietTicks;

  private boolean flushDue;
  private End last = End.COMPLETE;
  private volatile boolean ended;

  SseWriter(
      ServletOutputStream out,
      StreamReader reader,
      StreamEncoder encoder,
      StreamSettings.Times times,
      InstantSource clock,
      Consumer<End> whenEnded) {
    this.out = out;
    this.reader = reader;
    this.encoder = encoder;
    this.times = times;
    this.clock = clock;
    this.whenEnded = whenEnded;
    this.openedAt = clock.millis();
    this.blockedSince = openedAt;
    this.lastWriteAt = openedAt;
  }

  @Override
  public void onWritePossible() {
    blocked = false;
    pump();
  }

  @Override
  public void onError(Throwable failure) {
    boolean left = failure instanceof IOException;
    if (left || ended) {
      LOG.log(DEBUG, "a reader went away; its run goes on", failure);
    } else {
      String what = "a stream of " + reader.what() + " failed and ends here; the run goes on";
      LOG.log(WARNING, what, failure);
    }
    end(left ? End.LEFT : End.FAILED);
  }

  /** Looks at the clock: heartbeat, write deadline, age. Called by the timer. */
  void tick() {
    try {
      look();
    } catch (RuntimeException | Error e) {
      // A timer never runs a task again that threw.
      unlooked(e);
    }
  }

  private static void unlooked(Throwable failure) {
    try {
      LOG.log(WARNING, "a stream was not looked after; the next look follows", failure);
    } catch (Error e) {
      // No memory to say so.
      return;
    }
  }

  private void look() {
    long now = clock.millis();
    if (blocked && now - blockedSince >= times.writeDeadline().toMillis()) {
      LOG.log(DEBUG, "a reader took no bytes for {0}; its stream ends", times.writeDeadline());
      end(End.SLOW);
    } else if (now - openedAt >= times.maxAge().toMillis()) {
      reader.reconnect();
    } else if (overdueAtNextTick(now)) {
      commentDue = true;
      pump();
    }
    listen();
  }

  private void listen() {
    long ticks = QUIET.dividedBy(times.tick());
    if (quietTicks <= ticks && ++quietTicks > ticks) {
      reader.quiet();
    }
  }

  private boolean overdueAtNextTick(long now) {
    Duration silence = Duration.ofMillis(now - lastWriteAt);
    return silence.plus(times.tick()).compareTo(times.heartbeat()) > 0;
  }

  /** Writes what there is, as far as the container takes it. */
  void pump() {
    if (calls.getAndIncrement() > 0) {
      return;
    }
    int answered = 1;
    do {
      try {
        write();
      } catch (IOException | RuntimeException | Error e) {
        // An Error, too: the thread may be the run's, and the run has nothing to do with it.
        onError(e);
      }
      answered = calls.addAndGet(-answered);
    } while (answered != 0);
  }

  private void write() throws IOException {
    while (!ended && ready()) {
      if (flushDue) {
        flushDue = false;
        out.flush();
        continue;
      }
      SseChunk chunk = collect();
      if (chunk == null) {
        if (reader.finished()) {
          end(last);
        }
        return;
      }
      chunk.sendTo(out);
      flushDue = true;
      lastWriteAt = clock.millis();
    }
  }

  /** Asked once per write only: after a no, the container's call is waited for. */
  private boolean ready() {
    if (blocked) {
      return false;
    }
    // Set before the question: the container's call may come before its answer.
    blockedSince = clock.millis();
    blocked = true;
    if (out.isReady()) {
      blocked = false;
    }
    return !blocked;
  }

  /** Everything that waits, up to a chunk; null when there is nothing. */
  private SseChunk collect() throws IOException {
    SseChunk chunk = null;
    for (StreamItem item = reader.next(); item != null; item = reader.next()) {
      chunk = chunk == null ? new SseChunk() : chunk;
      encoder.encode(item, chunk);
      last = endAfter(item);
      if (quietTicks > 0) {
        quietTicks = 0;
      }
      if (chunk.full()) {
        break;
      }
    }
    if (chunk == null && commentDue) {
      chunk = new SseChunk();
      chunk.write(COMMENT);
    }
    commentDue = false;
    return chunk;
  }

  /** How a stream has ended whose last item this is. */
  private static End endAfter(StreamItem item) {
    return switch (item) {
      case StreamItem.Event event -> End.COMPLETE;
      case StreamItem.Reset reset -> End.COMPLETE;
      case StreamItem.Reconnect reconnect -> End.RECONNECT;
      case StreamItem.Resync resync -> End.SLOW;
      case StreamItem.OfThread of -> endAfter(of.item());
    };
  }

  private void end(End why) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    reader.close();
    whenEnded.accept(why);
  }
}

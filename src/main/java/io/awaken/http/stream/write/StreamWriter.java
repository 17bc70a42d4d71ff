package io.awaken.http.stream.write;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.StreamSettings;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Writes one stream while the container accepts bytes. The container, publishers and the timer all
 * call {@link #pump}: the first caller writes and the others leave their request with it, so none
 * waits and the stream blocks no thread.
 */
final class StreamWriter implements WriteListener {

  private static final System.Logger LOG = System.getLogger(StreamWriter.class.getName());

  /** Silence after which a heartbeat is sent. */
  private static final Duration QUIET = Duration.ofSeconds(30);

  private final ServletOutputStream out;
  private final FrameSource source;
  private final byte[] heartbeat;
  private final StreamSettings.Times times;
  private final InstantSource clock;
  private final Consumer<StreamEnd> whenEnded;
  private final long openedAt;
  private final AtomicInteger calls = new AtomicInteger();
  private final FrameChunk chunk = new FrameChunk();

  /** The container has not signalled yet that it accepts bytes again. */
  private volatile boolean blocked = true;

  private volatile long blockedSince;
  private volatile long lastWriteAt;

  /** The first heartbeat delivers the headers to the reader before the first event. */
  private volatile boolean heartbeatDue = true;

  /** Ticks since the last item; counted by the timer, reset by the writer. */
  private volatile int quietTicks;

  private boolean flushDue;
  private volatile boolean ended;

  StreamWriter(
      ServletOutputStream out,
      FrameSource source,
      FrameFormat format,
      StreamSettings.Times times,
      InstantSource clock,
      Consumer<StreamEnd> whenEnded) {
    this.out = out;
    this.source = source;
    this.heartbeat = format.heartbeat().getBytes(StandardCharsets.US_ASCII);
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
      LOG.log(DEBUG, "a reader disconnected; its run continues", failure);
    } else {
      String what = "a stream of " + source.what() + " failed and is closed; the run continues";
      LOG.log(WARNING, what, failure);
    }
    end(left ? StreamEnd.LEFT : StreamEnd.FAILED);
  }

  /** Checks the times: heartbeat, write deadline, age. Called by the timer. */
  void tick() {
    try {
      checkTimes();
    } catch (RuntimeException | Error e) {
      // A timer never repeats a task that threw.
      checkFailed(e);
    }
  }

  private static void checkFailed(Throwable failure) {
    try {
      LOG.log(WARNING, "the check of a stream failed; the next one follows", failure);
    } catch (Error e) {
      // No memory for logging.
      return;
    }
  }

  private void checkTimes() {
    long now = clock.millis();
    if (blocked && now - blockedSince >= times.writeDeadline().toMillis()) {
      LOG.log(
          DEBUG, "a reader accepted no bytes for {0}; its stream is closed", times.writeDeadline());
      end(StreamEnd.SLOW);
    } else if (now - openedAt >= times.maxAge().toMillis()) {
      source.reconnect();
    } else if (overdueAtNextTick(now)) {
      heartbeatDue = true;
      pump();
    }
    listen();
  }

  private void listen() {
    long ticks = QUIET.dividedBy(times.tick());
    if (quietTicks <= ticks && ++quietTicks > ticks) {
      source.quiet();
    }
  }

  private boolean overdueAtNextTick(long now) {
    Duration silence = Duration.ofMillis(now - lastWriteAt);
    return silence.plus(times.tick()).compareTo(times.heartbeat()) > 0;
  }

  /** Writes as much as the container accepts. */
  void pump() {
    if (calls.getAndIncrement() > 0) {
      return;
    }
    int answered = 1;
    do {
      try {
        write();
      } catch (IOException | RuntimeException | Error e) {
        // Errors too: the thread may be a run's, and must not fail because of a reader.
        onError(e);
      }
      answered = calls.addAndGet(-answered);
    } while (answered != 0);
  }

  private void write() throws IOException {
    if (blocked || ended) {
      return;
    }
    boolean drained = false;
    // Read once for a write and its flush, neither of which waits.
    long now = clock.millis();
    while (!ended && ready(now)) {
      if (flushDue) {
        flushDue = false;
        out.flush();
        if (drained && !source.finished()) {
          // A source with more calls again: the container is queried only for existing bytes.
          return;
        }
        now = clock.millis();
        continue;
      }
      collect();
      drained = !chunk.full();
      if (chunk.size() > 0) {
        chunk.sendTo(out);
        flushDue = true;
        lastWriteAt = now;
      } else if (!flushDue) {
        if (source.finished()) {
          end(source.end());
        }
        return;
      }
    }
  }

  /** Queried once per write only: after a no, the container calls back. */
  private boolean ready(long now) {
    if (blocked) {
      return false;
    }
    // Set before the query: the container's call may precede its answer.
    blockedSince = now;
    blocked = true;
    if (out.isReady()) {
      blocked = false;
    }
    return !blocked;
  }

  /**
   * Collects waiting frames, up to a chunk. The container is ready, so it has taken the bytes of
   * the last one.
   */
  private void collect() throws IOException {
    chunk.clear();
    while (!chunk.full() && source.next(chunk)) {
      if (quietTicks > 0) {
        quietTicks = 0;
      }
    }
    if (heartbeatDue) {
      heartbeatDue = false;
      if (chunk.size() == 0) {
        chunk.write(heartbeat);
        // Sends the headers even without a heartbeat.
        flushDue = true;
      }
    }
  }

  private void end(StreamEnd why) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    source.close();
    whenEnded.accept(why);
  }

  /** Frames of one write. Has no memory before the first byte, and keeps that of small ones. */
  private static final class FrameChunk extends ByteArrayOutputStream {

    private static final int ENOUGH = 16 * 1024;
    private static final int FIRST = 512;
    private static final int KEPT = 2 * FIRST;
    private static final byte[] NONE = {};

    FrameChunk() {
      super(0);
      buf = NONE;
    }

    void clear() {
      count = 0;
      buf = buf.length > KEPT ? NONE : buf;
    }

    boolean full() {
      return count >= ENOUGH;
    }

    @Override
    public synchronized void write(int b) {
      makeRoom();
      super.write(b);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
      makeRoom();
      super.write(bytes, from, length);
    }

    private void makeRoom() {
      if (buf.length == 0) {
        buf = new byte[FIRST];
      }
    }

    /** Writes without a copy. */
    void sendTo(ServletOutputStream out) throws IOException {
      out.write(buf, 0, count);
    }
  }
}

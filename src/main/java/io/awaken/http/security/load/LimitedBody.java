package io.awaken.http.security.load;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A body that fails with {@link BodyRefused} at the first byte beyond its limit or time, when it
 * must be awaited while too many others are, and when the client disconnects.
 */
public final class LimitedBody extends FilterInputStream {

  private static final System.Logger LOG = System.getLogger(LimitedBody.class.getName());

  private static final int SKIPPED_AT_ONCE = 1 << 10;
  private static final int DROPPED_AT_ONCE = 1 << 14;
  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final int PAUSES_IN_A_ROW = 20;
  private static final int PAUSES = 200;

  private final RequestLimits limits;
  private final BodyTime time;
  private final RequestGate.Place place;
  private final long announced;
  private final long begun;
  private long read;
  private boolean asked;
  private boolean ended;
  private boolean gone;

  /**
   * @param announced expected bytes, or -1 when unknown
   */
  LimitedBody(
      InputStream in,
      long announced,
      RequestLimits limits,
      BodyTime time,
      RequestGate.Place place) {
    super(in);
    this.announced = announced;
    this.limits = limits;
    this.time = time;
    this.place = place;
    this.begun = time.now();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int some = received(buffer, offset, length);
    ended |= some < 0;
    read += Math.max(0, some);
    place.addBytes(Math.max(0, some));
    if (whole()) {
      place.bodyArrived();
    }
    if (read > limits.bodyBytes()) {
      throw BodyRefused.tooLarge(limits.bodyBytes());
    }
    if (time.over(begun)) {
      throw BodyRefused.tooSlow(time.atMost());
    }
    return some;
  }

  /** Data that has already arrived, or a known end, is read without waiting. */
  private int received(byte[] buffer, int offset, int length) throws BodyRefused {
    asked = true;
    try {
      if (!whole() && in.available() == 0) {
        place.awaitBody();
      }
      return in.read(buffer, offset, length);
    } catch (BodyRefused e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // The latter is how one server reports its read timeout.
      LOG.log(DEBUG, "a body was cut off; its request is answered with 400", e);
      // One server has dropped the request's properties by now, its place among them.
      place.leave();
      gone = true;
      throw BodyRefused.incomplete();
    }
  }

  /**
   * Whether a reader stopped before the end of the body. Drops the rest first, see {@link
   * #dropRest}.
   */
  public boolean leavesRest() {
    if (!asked) {
      return false;
    }
    dropRest();
    return !whole();
  }

  /**
   * Reads and drops what has arrived and what follows without a longer pause, until twice the limit
   * is read: closing the connection while the client still sends would lose the answer. Waits for
   * nothing while too many other bodies are awaited.
   */
  void dropRest() {
    byte[] dropped = new byte[DROPPED_AT_ONCE];
    int pauses = 0;
    int inARow = 0;
    try {
      while (!gone && !whole() && read <= 2 * limits.bodyBytes()) {
        if (in.available() > 0) {
          read += Math.max(0, in.read(dropped));
          inARow = 0;
        } else if (inARow++ < PAUSES_IN_A_ROW && pauses++ < PAUSES && place.mayAwaitBody()) {
          LockSupport.parkNanos(PAUSE.toNanos());
        } else {
          return;
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.log(
          DEBUG, "a body was cut off after the part that was read; its connection is closed", e);
    }
  }

  private boolean whole() {
    return ended || read == announced;
  }

  /** Reads the skipped bytes, to count them. */
  @Override
  public long skip(long n) throws IOException {
    byte[] some = new byte[(int) Math.min(Math.max(0, n), SKIPPED_AT_ONCE)];
    return some.length == 0 ? 0 : Math.max(0, read(some, 0, some.length));
  }

  /**
   * Does nothing: the server ends the body with its request. One of them would block here until the
   * rest has arrived, before it could send an answer.
   */
  @Override
  public void close() {
    place.bodyArrived();
  }

  /** Not supported: re-reading would count bytes twice. */
  @Override
  public boolean markSupported() {
    return false;
  }
}

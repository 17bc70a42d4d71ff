package io.awaken.http.security.load;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A body that breaks off with {@link BodyRefused} at the first byte beyond its limit or time, when
 * it has to wait and too many others do, and when its client is gone.
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
   * @param announced bytes that are to come, or -1 when unknown
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
    place.holds(Math.max(0, some));
    if (whole()) {
      place.bodyCame();
    }
    if (read > limits.bodyBytes()) {
      throw BodyRefused.tooLarge(limits.bodyBytes());
    }
    if (time.over(begun)) {
      throw BodyRefused.tooSlow(time.atMost());
    }
    return some;
  }

  /** What is here already, or is known to be all, is read without waiting for it. */
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
      // The latter is what one server fails with when its time for a read is over.
      LOG.log(DEBUG, "a body was cut off; its request is answered with 400", e);
      // One server has forgotten the request's properties by now, its place among them.
      place.leave();
      gone = true;
      throw BodyRefused.incomplete();
    }
  }

  /**
   * Whether a reader began to read it and gave up while some of it is still to come. Reads and
   * drops what is here and what follows without a longer pause: a client that still sends when its
   * connection is closed loses the answer.
   */
  public boolean leavesRest() {
    byte[] dropped = new byte[DROPPED_AT_ONCE];
    int pauses = 0;
    int inARow = 0;
    try {
      while (asked && !gone && !whole() && read <= limits.bodyBytes()) {
        if (in.available() > 0) {
          read += Math.max(0, in.read(dropped));
          inARow = 0;
        } else if (inARow++ < PAUSES_IN_A_ROW && pauses++ < PAUSES) {
          LockSupport.parkNanos(PAUSE.toNanos());
        } else {
          return true;
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.log(
          DEBUG, "a body was cut off after the part that was read; its connection is closed", e);
    }
    return asked && !whole();
  }

  private boolean whole() {
    return ended || read == announced;
  }

  /** Reads what it skips, or it would not be counted. */
  @Override
  public long skip(long n) throws IOException {
    byte[] some = new byte[(int) Math.min(Math.max(0, n), SKIPPED_AT_ONCE)];
    return some.length == 0 ? 0 : Math.max(0, read(some, 0, some.length));
  }

  /**
   * The server ends the body with its request. One of them would wait here until the rest has come,
   * however long that takes, before an answer can be sent.
   */
  @Override
  public void close() {
    place.bodyCame();
  }

  /** Going back would count bytes twice. */
  @Override
  public boolean markSupported() {
    return false;
  }
}

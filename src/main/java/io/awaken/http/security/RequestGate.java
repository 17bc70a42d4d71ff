package io.awaken.http.security;

import jakarta.servlet.ServletRequest;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Counts requests being processed and refuses the excess at once instead of letting it wait
 * (features section 4 row 3). Those whose bodies are still to come are counted once more, and fewer
 * may be there: whoever sends slowly, or nothing, leaves room for the others (quality S32). An open
 * stream leaves the count when its response is suspended. Thread-safe.
 */
public final class RequestGate {

  /** The request attribute that holds the request's place. */
  static final String ATTRIBUTE = "io.awaken.http.security.place";

  private static final String LEFT = "io.awaken.http.security.left";

  private static final String WAITS = "io.awaken.http.security.waits";

  private final RequestLimits limits;
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong bodies = new AtomicLong();

  public RequestGate(RequestLimits limits) {
    this.limits = limits;
  }

  /** Requests being processed, for the metrics. */
  public int inside() {
    return inside.get();
  }

  /** Lets a request out whose response is a stream from now on. */
  public static void leave(ServletRequest request) {
    leave(request, LEFT);
  }

  /** Lets a request out that waits for something and is answered then. */
  public static void leaveToWait(ServletRequest request) {
    leave(request, WAITS);
  }

  private static void leave(ServletRequest request, String why) {
    if (request.getAttribute(ATTRIBUTE) instanceof Place place) {
      place.leave();
      request.setAttribute(why, true);
    }
  }

  /**
   * Whether a request was let out before it was answered with a stream.
   *
   * @param property the request's, by name
   */
  public static boolean hasLeft(Function<String, Object> property) {
    return property.apply(LEFT) != null;
  }

  /** The same of one that has waited. */
  public static boolean hasWaited(Function<String, Object> property) {
    return property.apply(WAITS) != null;
  }

  /**
   * @throws RefusedException 503 when as many requests are inside as may be
   */
  Place enter() {
    if (!taken(inside, limits.concurrent())) {
      throw Refusal.unavailable(
              "the server processes %d requests, as many as it may".formatted(limits.concurrent()),
              limits.retryAfterSeconds())
          .exception();
    }
    return new Place();
  }

  private static boolean taken(AtomicInteger count, int atMost) {
    if (count.incrementAndGet() <= atMost) {
      return true;
    }
    count.decrementAndGet();
    return false;
  }

  /** One request's place; what it took is given back once, however often it is left. */
  final class Place {

    private final AtomicBoolean left = new AtomicBoolean();
    private final AtomicBoolean waits = new AtomicBoolean();
    private final AtomicLong body = new AtomicLong();

    private Place() {}

    /**
     * Counts the request among those whose bodies are waited for, until {@link #bodyCame} or until
     * it leaves.
     *
     * @throws BodyRefused 503 when as many are waited for as may be
     */
    void awaitBody() throws BodyRefused {
      if (waits.get() || left.get()) {
        return;
      }
      if (!taken(waiting, limits.waiting())) {
        throw BodyRefused.tooMany(limits);
      }
      waits.set(true);
    }

    void bodyCame() {
      if (waits.compareAndSet(true, false)) {
        waiting.decrementAndGet();
      }
    }

    /**
     * Counts bytes of the body, which are held until the request leaves.
     *
     * @throws BodyRefused 503 when those of all requests are more than may be
     */
    void holds(int bytes) throws BodyRefused {
      if (left.get()) {
        return;
      }
      long mine = body.addAndGet(bytes);
      long all = bodies.addAndGet(bytes);
      if (left.get()) {
        bodies.addAndGet(-body.getAndSet(0));
      } else if (all > limits.bodyMemory() && all > mine) {
        throw BodyRefused.tooMuch(limits);
      }
    }

    void leave() {
      if (left.compareAndSet(false, true)) {
        inside.decrementAndGet();
      }
      bodies.addAndGet(-body.getAndSet(0));
      bodyCame();
    }
  }
}

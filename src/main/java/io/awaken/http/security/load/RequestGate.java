package io.awaken.http.security.load;

import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import jakarta.servlet.ServletRequest;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Limits how many requests are processed at once. Requests above the limit wait in order of
 * arrival, or are refused if they cannot wait. Requests with outstanding bodies are counted a
 * second time, with a lower limit: clients that send slowly, or nothing, leave room for others
 * (attack S32). An open stream leaves the count when its response is suspended. Thread-safe.
 */
public final class RequestGate {

  /** Loaded early: {@link #close} needs them when Payara can no longer load classes. */
  static final List<Class<?>> NEEDED_AT_THE_END = List.of(Waiter.class, Refusal.class);

  /** The request attribute with the request's place. */
  public static final String ATTRIBUTE = "io.awaken.http.security.place";

  /** Bytes of a body that are read even if the memory limit is reached. */
  static final int SMALL_BODY = 16 << 10;

  private static final String LEFT = "io.awaken.http.security.left";

  private static final String WAITS = "io.awaken.http.security.waits";

  private final RequestLimits limits;
  private final WaitingLimits waiting;
  private final Semaphore bodyTurns;
  private final AtomicLong bodies = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock. While a request waits, every place is taken.
  private final LinkedHashSet<Waiter> waiters = new LinkedHashSet<>();
  private int inside;
  private boolean closed;

  /** A waiting request. Exactly one of the methods is called, once, on any thread. */
  public interface Waiter {

    /**
     * Gives the request a place. Must not block.
     *
     * @return false when the request has ended; its place then goes to the next
     */
    boolean admit(Place place);

    /** Refuses the request. Must not block. */
    void refuse(Refusal refusal);
  }

  /** A gate without waiting. */
  public RequestGate(RequestLimits limits) {
    this(limits, WaitingLimits.NONE);
  }

  public RequestGate(RequestLimits limits, WaitingLimits waiting) {
    this.limits = limits;
    this.waiting = waiting;
    this.bodyTurns = new Semaphore(limits.waiting(), true);
  }

  /** Requests being processed, for the metrics. */
  public int inside() {
    lock.lock();
    try {
      return inside;
    } finally {
      lock.unlock();
    }
  }

  /** Requests that wait for a place, for the metrics. */
  public int waiting() {
    lock.lock();
    try {
      return waiters.size();
    } finally {
      lock.unlock();
    }
  }

  /** Releases a request whose response is a stream from now on. */
  public static void leave(ServletRequest request) {
    leave(request, LEFT);
  }

  /** Releases a request that is answered later, after a wait. */
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
   * Whether a request was released for a stream before its answer.
   *
   * @param property the request's, by name
   */
  public static boolean hasLeft(Function<String, Object> property) {
    return property.apply(LEFT) != null;
  }

  /** Whether a request was released for a wait. */
  public static boolean hasWaited(Function<String, Object> property) {
    return property.apply(WAITS) != null;
  }

  /**
   * @throws RefusedException 503 when the limit of requests is reached
   */
  Place enter() {
    return tryEnter().orElseThrow(() -> full().exception());
  }

  /**
   * Takes a place for a request that did not wait for one in front of its servlet.
   *
   * @throws RefusedException 503 when the limit of requests is reached
   */
  public void admit(ServletRequest request) {
    if (!(request.getAttribute(ATTRIBUTE) instanceof Place)) {
      request.setAttribute(ATTRIBUTE, enter());
    }
  }

  /** Takes a place; empty when the limit of requests is reached. */
  public Optional<Place> tryEnter() {
    lock.lock();
    try {
      if (inside >= limits.concurrent()) {
        return Optional.empty();
      }
      inside++;
      return Optional.of(new Place());
    } finally {
      lock.unlock();
    }
  }

  /** Whether one more request may wait. */
  public boolean mayWait() {
    lock.lock();
    try {
      return !closed && waiters.size() < waiting.requests();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives the request a place as soon as one is free and all earlier ones have theirs. Reports the
   * result to the waiter, possibly before this returns.
   */
  public void join(Waiter waiter) {
    Place place = null;
    lock.lock();
    try {
      if (inside < limits.concurrent()) {
        inside++;
        place = new Place();
      } else if (!closed && waiters.size() < waiting.requests()) {
        waiters.add(waiter);
        return;
      }
    } finally {
      lock.unlock();
    }
    if (place == null) {
      waiter.refuse(full());
    } else if (!waiter.admit(place)) {
      place.leave();
    }
  }

  /** Refuses a request whose time to wait is up; no effect on any other. */
  public void expire(Waiter waiter) {
    boolean waited;
    lock.lock();
    try {
      waited = waiters.remove(waiter);
    } finally {
      lock.unlock();
    }
    if (waited) {
      waiter.refuse(full());
    }
  }

  /** Refuses all waiting requests, and from now on all that would have to wait. */
  public void close() {
    LinkedHashSet<Waiter> ended;
    lock.lock();
    try {
      closed = true;
      ended = new LinkedHashSet<>(waiters);
      waiters.clear();
    } finally {
      lock.unlock();
    }
    for (Waiter waiter : ended) {
      waiter.refuse(Refusal.unavailable("the node is shutting down", limits.retryAfterSeconds()));
    }
  }

  /** The refusal when no place is free. */
  public Refusal full() {
    return Refusal.unavailable(
        "the server already processes %d requests, its limit".formatted(limits.concurrent()),
        limits.retryAfterSeconds());
  }

  /** Passes a place on to the request that has waited longest. */
  private void freed() {
    while (true) {
      Waiter next;
      lock.lock();
      try {
        Iterator<Waiter> first = waiters.iterator();
        if (!first.hasNext()) {
          inside--;
          return;
        }
        next = first.next();
        first.remove();
      } finally {
        lock.unlock();
      }
      var place = new Place();
      if (next.admit(place) || !place.left.compareAndSet(false, true)) {
        return;
      }
    }
  }

  /** One request's place; released once, however often it is left. */
  public final class Place {

    private final AtomicBoolean left = new AtomicBoolean();
    private final AtomicBoolean waits = new AtomicBoolean();
    private final AtomicLong body = new AtomicLong();

    private Place() {}

    /**
     * Counts the request as waiting for its body, until {@link #bodyArrived} or until it leaves.
     * Waits briefly for its turn: in a burst of requests most bodies arrive right behind their
     * headers.
     *
     * @throws BodyRefused 503 when the limit of awaited bodies is reached
     */
    void awaitBody() throws BodyRefused {
      if (!awaitsBody(this::acquired)) {
        throw BodyRefused.tooMany(limits);
      }
    }

    /** As {@link #awaitBody}, but at once false while too many others are awaited. */
    boolean mayAwaitBody() {
      return awaitsBody(bodyTurns::tryAcquire);
    }

    private boolean awaitsBody(BooleanSupplier turn) {
      if (waits.get() || left.get()) {
        return true;
      }
      if (!turn.getAsBoolean()) {
        return false;
      }
      waits.set(true);
      if (left.get()) {
        bodyArrived();
      }
      return true;
    }

    private boolean acquired() {
      try {
        return bodyTurns.tryAcquire(waiting.forBody().toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    void bodyArrived() {
      if (waits.compareAndSet(true, false)) {
        bodyTurns.release();
      }
    }

    /**
     * Counts bytes of the body, which stay in memory until the request leaves.
     *
     * @throws BodyRefused 503 when the memory limit is reached, unless this body has at most
     *     {@value #SMALL_BODY} bytes: these cost little even for all requests together, and large
     *     bodies must not block them
     */
    void addBytes(int bytes) throws BodyRefused {
      if (left.get()) {
        return;
      }
      long mine = body.addAndGet(bytes);
      long all = bodies.addAndGet(bytes);
      if (left.get()) {
        bodies.addAndGet(-body.getAndSet(0));
      } else if (all > limits.bodyMemory() && all > mine && mine > SMALL_BODY) {
        throw BodyRefused.tooMuch(limits);
      }
    }

    /** Releases the place. */
    public void leave() {
      if (left.compareAndSet(false, true)) {
        freed();
      }
      bodies.addAndGet(-body.getAndSet(0));
      bodyArrived();
    }
  }
}

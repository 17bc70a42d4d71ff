package io.awaken.core.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Keeps calls away from a model that fails all the time (features row 105): after some failures in
 * a row nobody asks it for a while, then a few try it, and one of these decides. Each call that was
 * permitted tells how it went, once. Thread-safe.
 */
public final class CircuitBreaker {

  private static final Logger LOG = System.getLogger(CircuitBreaker.class.getName());

  /** Whether a model is asked. */
  public enum State {
    /** By everybody. */
    CLOSED,
    /** By nobody. */
    OPEN,
    /** By a few, to find out. */
    HALF_OPEN;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final String name;
  private final CircuitBreakerConfig config;
  private final LongSupplier nanos;
  private final Runnable opened;
  private int failures;
  private int probes;
  private long openedNanos;
  private State state = State.CLOSED;

  /**
   * @param name whose it is, for the log
   * @param nanos a monotonic clock in nanoseconds
   * @param opened counts that it opens
   */
  CircuitBreaker(String name, CircuitBreakerConfig config, LongSupplier nanos, Runnable opened) {
    this.name = name;
    this.config = config;
    this.nanos = nanos;
    this.opened = opened;
  }

  /** Whether the model may be asked now; who is told so tells how it went. */
  boolean permits() {
    lock.lock();
    try {
      if (state == State.OPEN && cooled()) {
        state = State.HALF_OPEN;
        probes = 0;
      }
      if (state == State.HALF_OPEN && probes < config.halfOpenMax()) {
        probes++;
        return true;
      }
      return state == State.CLOSED;
    } finally {
      lock.unlock();
    }
  }

  private boolean cooled() {
    return nanos.getAsLong() - openedNanos >= config.cooldown().toNanos();
  }

  /** It answered. */
  void succeeded() {
    lock.lock();
    try {
      failures = 0;
      if (state != State.CLOSED) {
        state = State.CLOSED;
        LOG.log(Level.INFO, "model {0} answers again; everybody asks it", name);
      }
    } finally {
      lock.unlock();
    }
  }

  /** It failed in a way that says something about the model. */
  void failed(InferenceException failure) {
    lock.lock();
    try {
      failures++;
      boolean opens =
          state == State.HALF_OPEN
              || state == State.CLOSED && failures >= config.failureThreshold();
      if (opens) {
        state = State.OPEN;
        openedNanos = nanos.getAsLong();
        opened.run();
        LOG.log(
            Level.WARNING,
            "model {0} failed {1} times in a row ({2}); nobody asks it for {3}",
            name,
            failures,
            failure.kind().code(),
            config.cooldown());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Nothing is known of it: the call was stopped, or what failed was the request. */
  void undecided() {
    lock.lock();
    try {
      probes = Math.max(0, probes - 1);
    } finally {
      lock.unlock();
    }
  }

  /** Where it is now. */
  public State state() {
    lock.lock();
    try {
      return state;
    } finally {
      lock.unlock();
    }
  }
}

package io.awaken.core.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Stops calls to a model that keeps failing (features row 105): after some failures in a row the
 * breaker opens for a while; then it permits a few trial calls, one of which decides. Each
 * permitted call reports its outcome once. Thread-safe.
 */
public final class CircuitBreaker {

  private static final Logger LOG = System.getLogger(CircuitBreaker.class.getName());

  /** Whether calls are permitted. */
  public enum State {
    /** All calls. */
    CLOSED,
    /** No calls. */
    OPEN,
    /** A few trial calls. */
    HALF_OPEN;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The shortest wait for a trial call, so that a waiting run does not ask all the time. */
  static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  /** How often a waiting run asks within a cooldown while another run's trial is under way. */
  private static final int TRIALS_OF_COOLDOWN = 10;

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
   * @param name name of the model, for the log
   * @param nanos a monotonic clock in nanoseconds
   * @param opened called each time it opens
   */
  CircuitBreaker(String name, CircuitBreakerConfig config, LongSupplier nanos, Runnable opened) {
    this.name = name;
    this.config = config;
    this.nanos = nanos;
    this.opened = opened;
  }

  /** Whether the model may be called now; a permitted caller must report the outcome. */
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

  /**
   * How long to wait before {@link #permits} is worth asking: the rest of the cooldown, or a tenth
   * of it while trial calls are under way; at least {@link #SHORTEST_WAIT}.
   */
  Duration untilTrial() {
    lock.lock();
    try {
      Duration rest =
          state == State.OPEN
              ? config.cooldown().minusNanos(nanos.getAsLong() - openedNanos)
              : config.cooldown().dividedBy(TRIALS_OF_COOLDOWN);
      return rest.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : rest;
    } finally {
      lock.unlock();
    }
  }

  /** Records an answer. */
  void succeeded() {
    lock.lock();
    try {
      failures = 0;
      if (state != State.CLOSED) {
        state = State.CLOSED;
        LOG.log(Level.INFO, "model {0} answers again; its circuit breaker is closed", name);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Records a failure that counts against the model. */
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
            "model {0} failed {1} times in a row ({2}); its circuit breaker is open for {3}",
            name,
            failures,
            failure.kind().code(),
            config.cooldown());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Records an inconclusive call: it was stopped, or the request was invalid. */
  void undecided() {
    lock.lock();
    try {
      probes = Math.max(0, probes - 1);
    } finally {
      lock.unlock();
    }
  }

  /** The current state. */
  public State state() {
    lock.lock();
    try {
      return state;
    } finally {
      lock.unlock();
    }
  }
}

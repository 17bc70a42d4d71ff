package io.awaken.core.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The breakers of a node by model, or by pool and member; shared by all of its runs. Thread-safe.
 */
public final class CircuitBreakers {

  /** Maximum models, since requests can name any; the least recently called are dropped. */
  private static final int MAX_BREAKERS = 1_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, CircuitBreaker> breakers = new LinkedHashMap<>(16, 0.75f, true);
  private final CircuitBreakerConfig config;
  private final LongSupplier nanos;
  private final LongAdder openings = new LongAdder();

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  public CircuitBreakers(CircuitBreakerConfig config, LongSupplier nanos) {
    this.config = config;
    this.nanos = nanos;
  }

  /** Breakers that never open. */
  static CircuitBreakers none() {
    var never =
        new CircuitBreakerConfig(Integer.MAX_VALUE, CircuitBreakerConfig.DEFAULT.cooldown(), 1);
    return new CircuitBreakers(never, () -> 0);
  }

  CircuitBreaker of(String name) {
    lock.lock();
    try {
      CircuitBreaker known = breakers.get(name);
      if (known == null) {
        if (breakers.size() >= MAX_BREAKERS) {
          breakers.remove(breakers.keySet().iterator().next());
        }
        known = new CircuitBreaker(name, config, nanos, openings::increment);
        breakers.put(name, known);
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  /** How often breakers opened, including after failed trials. */
  public long openings() {
    return openings.sum();
  }

  /** The breakers that are open or half open, by name of the model or {@code pool/member}. */
  public Map<String, CircuitBreaker.State> notClosed() {
    lock.lock();
    try {
      var states = new TreeMap<String, CircuitBreaker.State>();
      breakers.forEach(
          (name, breaker) -> {
            if (breaker.state() != CircuitBreaker.State.CLOSED) {
              states.put(name, breaker.state());
            }
          });
      return states;
    } finally {
      lock.unlock();
    }
  }
}

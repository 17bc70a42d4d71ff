package io.awaken.core.model;

import java.time.Duration;

/**
 * When calls to a model are paused (features row 105).
 *
 * @param failureThreshold consecutive failures before the pause; default 5
 * @param cooldown length of the pause; default 30 s
 * @param halfOpenMax concurrent trial calls afterwards; default 1
 */
public record CircuitBreakerConfig(int failureThreshold, Duration cooldown, int halfOpenMax) {

  public static final CircuitBreakerConfig DEFAULT =
      new CircuitBreakerConfig(5, Duration.ofSeconds(30), 1);

  /**
   * @throws IllegalArgumentException when a number is below 1 or the time is negative
   */
  public CircuitBreakerConfig {
    if (failureThreshold < 1 || halfOpenMax < 1 || cooldown.isNegative()) {
      throw new IllegalArgumentException("a circuit breaker of " + failureThreshold + " failures");
    }
  }
}

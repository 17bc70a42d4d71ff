package io.awaken.core.plugin;

import java.time.Duration;

/**
 * Configures the part that a plugin just registered; usable until the plugin's registration ends.
 */
public final class Registration<T> {

  private Registered<T> registered;

  Registration(Registered<T> registered) {
    this.registered = registered;
  }

  /** Lower runs first; default 0. */
  public Registration<T> priority(int priority) {
    registered = registered.with(priority);
    return this;
  }

  /**
   * What happens when it throws or exceeds its limit; by default the policy of its point.
   *
   * @throws IllegalArgumentException when the point does not admit it: a gate cannot be ignored, a
   *     part that runs after a run or only observes it cannot fail it, and only an event can be
   *     withheld
   */
  public Registration<T> onFailure(FailurePolicy policy) {
    if (!registered.at().admits(policy)) {
      throw new IllegalArgumentException(
          "plugin "
              + registered.plugin()
              + " cannot say "
              + policy
              + " at "
              + registered.at().name()
              + ", which does not admit it");
    }
    registered = registered.with(policy);
    return this;
  }

  /**
   * Declares that it blocks: each call runs on its own thread, concurrently with other blocking
   * parts, and takes at most 10 s.
   */
  public Registration<T> blocking() {
    return blocking(Registered.DEFAULT_LIMIT);
  }

  /**
   * Like {@link #blocking()} with another time limit, for example for a model call. The call is
   * also interrupted when its run has used up its own time or is asked to stop.
   *
   * @param limit of each call; more than 0 and at most 24 h
   * @throws IllegalArgumentException when out of range
   */
  public Registration<T> blocking(Duration limit) {
    if (!limit.isPositive() || limit.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          "plugin "
              + registered.plugin()
              + " gives a part at "
              + registered.at().name()
              + " a time limit of "
              + limit
              + "; it must be more than 0 and at most 24 h");
    }
    registered = registered.blockingFor(limit);
    return this;
  }

  Registered<T> registered() {
    return registered;
  }
}

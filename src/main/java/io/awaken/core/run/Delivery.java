package io.awaken.core.run;

import java.time.Duration;
import java.util.Objects;

/**
 * How a job goes through the queue (features rows 189, 190).
 *
 * @param priority of the job among due jobs, from 0 (first) to 255 (last); default 128
 * @param delay minimum wait before the job is claimed; default none
 * @param dedupeKey while an unfinished job of the thread has this key, no other is accepted; null
 *     for none, at most {@link #MAX_DEDUPE_KEY} characters
 * @param origin its origin; default {@code USER}
 * @param sender its sender in the terms of the origin, or null; at most 256 characters
 */
public record Delivery(
    int priority, Duration delay, String dedupeKey, RunOrigin origin, String sender) {

  public static final int DEFAULT_PRIORITY = 128;
  public static final int LAST_PRIORITY = 255;
  public static final int MAX_DEDUPE_KEY = 200;

  /** The default delivery. */
  public static final Delivery USUAL =
      new Delivery(DEFAULT_PRIORITY, Duration.ZERO, null, RunOrigin.USER, null);

  public Delivery {
    Objects.requireNonNull(origin, "origin");
    if (priority < 0 || priority > LAST_PRIORITY) {
      throw new IllegalArgumentException("priority must be 0 to " + LAST_PRIORITY);
    }
    if (delay.isNegative()) {
      throw new IllegalArgumentException("delay must not be negative");
    }
    if (dedupeKey != null && dedupeKey.length() > MAX_DEDUPE_KEY) {
      throw new IllegalArgumentException(
          "dedupe key must have at most %d characters".formatted(MAX_DEDUPE_KEY));
    }
  }

  /** With another priority. */
  public Delivery at(int other) {
    return new Delivery(other, delay, dedupeKey, origin, sender);
  }

  /** With another delay. */
  public Delivery after(Duration other) {
    return new Delivery(priority, other, dedupeKey, origin, sender);
  }

  /** With a dedupe key. */
  public Delivery once(String key) {
    return new Delivery(priority, delay, key, origin, sender);
  }

  /** With another origin. */
  public Delivery from(RunOrigin where, String who) {
    return new Delivery(priority, delay, dedupeKey, where, who);
  }
}

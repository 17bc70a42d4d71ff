package io.awaken.core.plugin;

import java.time.Duration;

/**
 * A part of a plugin at an extension point.
 *
 * @param plugin the plugin's name
 * @param at the point
 * @param part what is called
 * @param priority smaller comes first; default 0; equal ones in order of registration
 * @param onFailure what follows when it fails; default that of the point
 * @param blocking whether it waits for something and so gets a thread of its own
 * @param limit how long a call of it may take; only a blocking part has more than the default, and
 *     its run's end or cancellation ends the call all the same
 */
public record Registered<T>(
    String plugin,
    ExtensionPoint<T> at,
    T part,
    int priority,
    FailurePolicy onFailure,
    boolean blocking,
    Duration limit) {

  /** How long a part may take that says nothing else. */
  public static final Duration DEFAULT_LIMIT = Duration.ofSeconds(10);

  Registered(String plugin, ExtensionPoint<T> at, T part) {
    this(plugin, at, part, 0, at.defaultPolicy(), false, DEFAULT_LIMIT);
  }

  Registered<T> with(int rank) {
    return new Registered<>(plugin, at, part, rank, onFailure, blocking, limit);
  }

  Registered<T> with(FailurePolicy policy) {
    return new Registered<>(plugin, at, part, priority, policy, blocking, limit);
  }

  Registered<T> blockingFor(Duration most) {
    return new Registered<>(plugin, at, part, priority, onFailure, true, most);
  }
}

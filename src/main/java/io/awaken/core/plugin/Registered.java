package io.awaken.core.plugin;

import java.time.Duration;

/**
 * A part of a plugin at an extension point.
 *
 * @param plugin the plugin's name
 * @param at the extension point
 * @param part the implementation
 * @param priority lower runs first; default 0; equal ones in order of registration
 * @param onFailure what follows when it fails; default that of the point
 * @param blocking whether it waits for I/O and so gets a thread of its own
 * @param limit how long a call of it may take; only a blocking part may exceed the default, and the
 *     call also ends with its run or the run's cancellation
 */
public record Registered<T>(
    String plugin,
    ExtensionPoint<T> at,
    T part,
    int priority,
    FailurePolicy onFailure,
    boolean blocking,
    Duration limit) {

  /** Default time limit of a part. */
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

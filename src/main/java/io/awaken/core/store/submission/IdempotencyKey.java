package io.awaken.core.store.submission;

import java.time.Duration;

/**
 * Marks a request that its sender may repeat: one that comes again under the same key leads to the
 * run that the first one led to. A key is one caller's and one route's.
 *
 * @param route what was asked for, such as {@code POST /v1/runs}
 * @param key what the sender calls it
 * @param bodyHash tells whether it is the same request
 */
public record IdempotencyKey(String route, String key, String bodyHash) {

  /** How long a key is known unless told otherwise. */
  public static final Duration KEPT = Duration.ofHours(24);
}

package io.awaken.core.store.subscription;

import java.time.Duration;
import java.util.Map;

/**
 * Stores which resources a session has subscribed to, for all nodes, and what its client was told
 * last. Each call is atomic by itself and durable when it returns. Expired subscriptions are not
 * returned; later writes delete them. Thread-safe.
 */
public interface SubscriptionStore {

  /** Characters of an address, at the most. */
  int MAX_URI = 256;

  /** Characters of a digest, at the most. */
  int MAX_DIGEST = 64;

  /**
   * A session that subscribes.
   *
   * @param name unique among all sessions of the tenant
   */
  record Holder(String tenant, String name) {}

  /**
   * Adds a subscription, or renews it.
   *
   * @param digest of the resource as it is now
   * @param most subscriptions of the session; requests at the same moment may exceed it
   * @param life after which the subscription expires
   * @return false when the session already has as many others
   */
  boolean put(Holder holder, String uri, String digest, int most, Duration life);

  /** The digests that the client knows, by address. */
  Map<String, String> of(Holder holder);

  /**
   * Replaces the digest of a subscription.
   *
   * @return whether this call did it: of several nodes that find the same change, one
   */
  boolean replace(Holder holder, String uri, String before, String now);

  /**
   * Removes a subscription.
   *
   * @return whether this call did it
   */
  boolean remove(Holder holder, String uri);
}

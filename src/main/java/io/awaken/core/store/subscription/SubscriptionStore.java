package io.awaken.core.store.subscription;

import java.time.Duration;
import java.util.Map;

/**
 * Stores the resource subscriptions of sessions, for all nodes, and the last content that each
 * client was notified of. Each call is atomic and durable when it returns. Expired subscriptions
 * are not returned; later writes delete them. Thread-safe.
 */
public interface SubscriptionStore {

  /** Maximum characters of an address. */
  int MAX_URI = 256;

  /** Maximum characters of a digest. */
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
   * @param digest digest of the current resource
   * @param most maximum subscriptions of the session; concurrent requests may exceed it
   * @param life time until the subscription expires
   * @return false when the session has the maximum of others
   */
  boolean put(Holder holder, String uri, String digest, int most, Duration life);

  /** The digests last sent to the client, by address. */
  Map<String, String> of(Holder holder);

  /**
   * Replaces the digest of a subscription.
   *
   * @return whether this call replaced it: true on one of several nodes that find the same change
   */
  boolean replace(Holder holder, String uri, String before, String now);

  /**
   * Removes a subscription.
   *
   * @return whether this call removed it
   */
  boolean remove(Holder holder, String uri);
}

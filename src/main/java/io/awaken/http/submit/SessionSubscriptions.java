package io.awaken.http.submit;

import io.awaken.core.run.Caller;
import io.awaken.core.store.subscription.SubscriptionStore;
import io.awaken.core.store.subscription.SubscriptionStore.Holder;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Subscriptions of client sessions. They are stored, so that the node with a session's stream finds
 * subscriptions made on other nodes. Thread-safe.
 */
public final class SessionSubscriptions {

  private static final int NOT_FOUND = 404;

  private final SubscriptionStore store;
  private final Duration life;
  private final int most;

  /**
   * @param life after which a subscription expires; sessions are shorter
   * @param most subscriptions of one session
   */
  public SessionSubscriptions(SubscriptionStore store, Duration life, int most) {
    this.store = store;
    this.life = life;
    this.most = most;
  }

  /**
   * Adds a subscription, or renews it.
   *
   * @param digest of the current resource
   * @throws RefusedException 400 when the session has too many
   */
  public void add(String session, String uri, String digest, Caller caller) {
    if (!store.put(holder(session, caller), uri, digest, most, life)) {
      throw Refusal.invalid("uri", "a session must have at most %d subscriptions".formatted(most))
          .exception();
    }
  }

  /** Removes a subscription, if it exists. */
  public void remove(String session, String uri, Caller caller) {
    store.remove(holder(session, caller), uri);
  }

  /**
   * Finds changes since the client's last notification and marks them as notified; subscriptions of
   * deleted resources are removed.
   *
   * @param digest of the resource at an address; a refusal with 404 means that it was deleted
   * @param changed receives the address of each change once it is marked as notified
   */
  public void notifyChanges(
      String session, Caller caller, UnaryOperator<String> digest, Consumer<String> changed) {
    Holder holder = holder(session, caller);
    store
        .of(holder)
        .forEach(
            (uri, known) -> {
              if (changed(holder, uri, known, digest)) {
                changed.accept(uri);
              }
            });
  }

  /** Whether this node must notify the client. */
  private boolean changed(Holder holder, String uri, String known, UnaryOperator<String> digest) {
    try {
      String now = digest.apply(uri);
      return !now.equals(known) && store.replace(holder, uri, known, now);
    } catch (RefusedException refused) {
      if (refused.refusal().status() != NOT_FOUND) {
        throw refused;
      }
      return store.remove(holder, uri);
    }
  }

  private static Holder holder(String session, Caller caller) {
    return new Holder(caller.tenant(), session);
  }
}

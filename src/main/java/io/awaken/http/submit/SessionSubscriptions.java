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
 * What sessions of clients have subscribed to. It is stored, so the node with the stream of a
 * session finds what other nodes have taken. Thread-safe.
 */
public final class SessionSubscriptions {

  private static final int NOT_FOUND = 404;

  private final SubscriptionStore store;
  private final Duration life;
  private final int most;

  /**
   * @param life after which a subscription expires; no session is older
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
   * @param digest of the resource as it is now
   * @throws RefusedException 400 when the session has too many
   */
  public void add(String session, String uri, String digest, Caller caller) {
    if (!store.put(holder(session, caller), uri, digest, most, life)) {
      throw Refusal.invalid("uri", "a session must have at most %d subscriptions".formatted(most))
          .exception();
    }
  }

  /** Ends a subscription, if there is one. */
  public void remove(String session, String uri, Caller caller) {
    store.remove(holder(session, caller), uri);
  }

  /**
   * Looks for what has changed since the client was told last. From then on it counts as told; what
   * is gone is not subscribed to any more.
   *
   * @param digest of the resource at an address; a refusal with 404 says that it is gone
   * @param changed takes the address of each change as soon as it counts as told
   */
  public void poll(
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

  /** Whether this node notifies the client. */
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

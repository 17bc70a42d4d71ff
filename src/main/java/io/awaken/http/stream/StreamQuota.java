package io.awaken.http.stream;

import io.awaken.core.run.Caller;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Counts open streams per principal and on the node. Callers without a name share no principal, so
 * only the node's limit bounds them. Thread-safe.
 */
final class StreamQuota {

  private final StreamSettings settings;
  private final Map<Principal, Integer> perPrincipal = new HashMap<>();
  private int open;

  StreamQuota(StreamSettings settings) {
    this.settings = settings;
  }

  /** A place for one stream, or {@link StreamsExhausted}. */
  synchronized Place take(Caller caller) {
    if (open >= settings.perNode()) {
      throw new StreamsExhausted(
          StreamsExhausted.Scope.NODE,
          "the node holds %d streams, as many as it may".formatted(settings.perNode()));
    }
    var principal = new Principal(caller.tenant(), caller.subject());
    boolean named = !caller.anonymous();
    if (named && perPrincipal.getOrDefault(principal, 0) >= settings.perPrincipal()) {
      throw new StreamsExhausted(
          StreamsExhausted.Scope.PRINCIPAL,
          "at most %d streams per principal".formatted(settings.perPrincipal()));
    }
    open++;
    if (named) {
      perPrincipal.merge(principal, 1, Integer::sum);
    }
    return new Place(principal);
  }

  synchronized int open() {
    return open;
  }

  private synchronized void giveBack(Principal principal) {
    open--;
    perPrincipal.computeIfPresent(principal, (key, count) -> count == 1 ? null : count - 1);
  }

  private record Principal(String tenant, String subject) {}

  /** One stream's place; given back once, however often it is released. */
  final class Place {

    private final Principal principal;
    private final AtomicBoolean released = new AtomicBoolean();

    private Place(Principal principal) {
      this.principal = principal;
    }

    void release() {
      if (released.compareAndSet(false, true)) {
        giveBack(principal);
      }
    }
  }
}

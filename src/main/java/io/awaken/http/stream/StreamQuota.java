package io.awaken.http.stream;

import io.awaken.core.run.Caller;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Counts open streams per principal, per address of callers without a name, and on the node. It
 * remembers only addresses that have streams open. Thread-safe.
 */
final class StreamQuota {

  private final StreamSettings settings;
  private final Map<Holder, Integer> perHolder = new HashMap<>();
  private int perAddress = Integer.MAX_VALUE;
  private Supplier<Optional<String>> address = Optional::empty;
  private int open;

  StreamQuota(StreamSettings settings) {
    this.settings = settings;
  }

  /**
   * Bounds callers without a name from now on.
   *
   * @param atMost streams of one address
   * @param of the request that asks; empty for one that is not counted
   */
  synchronized void limitAddresses(int atMost, Supplier<Optional<String>> of) {
    perAddress = atMost;
    address = of;
  }

  /** A place for one stream, or {@link StreamsExhausted}. */
  synchronized Place take(Caller caller) {
    if (open >= settings.perNode()) {
      throw new StreamsExhausted(
          StreamsExhausted.Scope.NODE,
          "the node holds %d streams, as many as it may".formatted(settings.perNode()));
    }
    Holder holder = holder(caller);
    if (holder != null && perHolder.getOrDefault(holder, 0) >= atMost(holder)) {
      throw new StreamsExhausted(
          StreamsExhausted.Scope.PRINCIPAL,
          "at most %d streams per %s"
              .formatted(atMost(holder), holder instanceof Address ? "address" : "principal"));
    }
    open++;
    if (holder != null) {
      perHolder.merge(holder, 1, Integer::sum);
    }
    return new Place(holder);
  }

  /** Null for one that is not counted. */
  private Holder holder(Caller caller) {
    return caller.anonymous()
        ? address.get().map(Address::new).orElse(null)
        : new Principal(caller.tenant(), caller.subject());
  }

  private int atMost(Holder holder) {
    return holder instanceof Address ? perAddress : settings.perPrincipal();
  }

  synchronized int open() {
    return open;
  }

  private synchronized void giveBack(Holder holder) {
    open--;
    if (holder != null) {
      perHolder.computeIfPresent(holder, (key, count) -> count == 1 ? null : count - 1);
    }
  }

  /** Whose streams are counted together. */
  private sealed interface Holder permits Principal, Address {}

  private record Principal(String tenant, String subject) implements Holder {}

  private record Address(String address) implements Holder {}

  /** One stream's place; given back once, however often it is released. */
  final class Place {

    private final Holder holder;
    private final AtomicBoolean released = new AtomicBoolean();

    private Place(Holder holder) {
      this.holder = holder;
    }

    void release() {
      if (released.compareAndSet(false, true)) {
        giveBack(holder);
      }
    }
  }
}

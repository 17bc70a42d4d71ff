package io.awaken.http.stream.open;

import io.awaken.core.run.Caller;
import io.awaken.http.stream.StreamSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Counts open streams per principal and tenant, per address of anonymous callers, and on the node.
 * Remembers only addresses with open streams. Thread-safe.
 */
final class StreamQuota {

  /** Maximum number of standing streams of one named caller. */
  static final int STANDING = 5;

  private final StreamSettings settings;
  private final Streams.Admission limits;
  private final Map<Holder, Integer> perHolder = new HashMap<>();
  private int open;

  StreamQuota(StreamSettings settings, Streams.Admission limits) {
    this.settings = settings;
    this.limits = limits;
  }

  /** Takes a place for one stream, or throws {@link StreamsExhausted}. */
  Slot take(Caller caller) {
    return take(caller, address(caller));
  }

  /**
   * Takes a place for a request with a known address.
   *
   * @param address of an anonymous caller; empty for an uncounted one
   */
  Slot take(Caller caller, Optional<String> address) {
    return take(holders(caller, new Principal(caller.tenant(), caller.subject()), address));
  }

  /**
   * Takes a place for a standing stream, which does not count against the caller's other streams.
   */
  Slot takeStanding(Caller caller) {
    return take(holders(caller, new Standing(caller.tenant(), caller.subject()), address(caller)));
  }

  private synchronized Slot take(List<Holder> holders) {
    if (open >= settings.perNode()) {
      throw new StreamsExhausted(
          StreamsExhausted.Scope.NODE,
          "the node already has %d streams, its limit".formatted(settings.perNode()));
    }
    for (Holder holder : holders) {
      if (perHolder.getOrDefault(holder, 0) >= atMost(holder)) {
        throw new StreamsExhausted(
            StreamsExhausted.Scope.PRINCIPAL,
            "at most %d %s".formatted(atMost(holder), holder.what()));
      }
    }
    open++;
    holders.forEach(holder -> perHolder.merge(holder, 1, Integer::sum));
    return new Slot(holders);
  }

  private Optional<String> address(Caller caller) {
    return caller.anonymous() ? limits.address().get() : Optional.empty();
  }

  /** Empty for an uncounted caller. */
  private static List<Holder> holders(Caller caller, Holder named, Optional<String> address) {
    return caller.anonymous()
        ? address.<Holder>map(Address::new).stream().toList()
        : List.of(named, new Tenant(caller.tenant()));
  }

  private int atMost(Holder holder) {
    return switch (holder) {
      case Address of -> limits.perAddress();
      case Principal of -> settings.perPrincipal();
      case Standing of -> STANDING;
      case Tenant of -> limits.perTenant() == 0 ? Integer.MAX_VALUE : limits.perTenant();
    };
  }

  synchronized int open() {
    return open;
  }

  private synchronized void giveBack(List<Holder> holders) {
    open--;
    for (Holder holder : holders) {
      perHolder.computeIfPresent(holder, (key, count) -> count == 1 ? null : count - 1);
    }
  }

  /** The owner of a limit. */
  private sealed interface Holder permits Principal, Standing, Tenant, Address {

    /** Part of the refusal's message. */
    String what();
  }

  private record Principal(String tenant, String subject) implements Holder {
    @Override
    public String what() {
      return "streams per principal";
    }
  }

  private record Standing(String tenant, String subject) implements Holder {
    @Override
    public String what() {
      return "standing streams per principal";
    }
  }

  private record Tenant(String tenant) implements Holder {
    @Override
    public String what() {
      return "streams per tenant";
    }
  }

  private record Address(String address) implements Holder {
    @Override
    public String what() {
      return "streams per address";
    }
  }

  /** One stream's place; released once, however often it is called. */
  final class Slot {

    private final List<Holder> holders;
    private final AtomicBoolean released = new AtomicBoolean();

    private Slot(List<Holder> holders) {
      this.holders = holders;
    }

    void release() {
      if (released.compareAndSet(false, true)) {
        giveBack(holders);
      }
    }
  }
}

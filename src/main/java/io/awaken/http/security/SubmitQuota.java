package io.awaken.http.security;

import io.awaken.core.run.Caller;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Limits how often a named caller, a tenant's named callers together, and the anonymous callers at
 * one address use this node in a period (attack S33). Unused requests of one period are saved for
 * bursts. A refused caller uses up nothing of its tenant's limit. Thread-safe.
 */
public final class SubmitQuota {

  /**
   * Most remembered callers, and most remembered addresses: many addresses cannot evict named
   * callers. The least recent is evicted first.
   */
  static final int REMEMBERED = 10_000;

  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** A kind of request: error code, description and period. */
  public record Counted(String code, String what, Duration time) {}

  /** Requests that start or steer runs. */
  static final Counted SUBMITS =
      new Counted(
          "too_many_submits", "requests per %s and minute that begin or steer runs", MINUTE);

  /** Uploads of media. */
  public static final Counted UPLOADS =
      new Counted("too_many_uploads", "uploads per %s and minute", MINUTE);

  /** Requests of any kind. */
  public static final Counted REQUESTS =
      new Counted("too_many_requests", "requests per %s and second", Duration.ofSeconds(1));

  private final int perMinute;
  private final int perTenant;
  private final int perAddress;
  private final Supplier<Optional<String>> address;
  private final LongSupplier nanos;
  private final Counted counted;
  private final long time;
  private final Map<Asker, Left> left = lastFew();
  private final Map<Asker, Left> leftAtAddresses = lastFew();

  /**
   * @param perMinute requests of one caller; 0 for no limit
   * @param perTenant of all named callers of a tenant; 0 for no limit
   * @param perAddress of all anonymous callers at an address; 0 for no limit
   * @param address of the current request; empty for an uncounted one
   * @param nanos a monotonic clock in nanoseconds
   */
  public SubmitQuota(
      int perMinute,
      int perTenant,
      int perAddress,
      Supplier<Optional<String>> address,
      LongSupplier nanos) {
    this(perMinute, perTenant, perAddress, address, nanos, SUBMITS);
  }

  /** For other kinds of requests. */
  public SubmitQuota(
      int perMinute,
      int perTenant,
      int perAddress,
      Supplier<Optional<String>> address,
      LongSupplier nanos,
      Counted counted) {
    this.counted = counted;
    this.time = counted.time().toNanos();
    this.perMinute = perMinute;
    this.perTenant = perTenant;
    this.perAddress = perAddress;
    this.address = address;
    this.nanos = nanos;
  }

  /**
   * Counts a request.
   *
   * @throws RefusedException 429 when the caller, its tenant or its address has no requests left
   */
  public void take(Caller caller) {
    take(caller, caller.anonymous() ? address.get() : Optional.empty());
  }

  /** For a request with a known address. */
  void take(Caller caller, Optional<String> from) {
    if (caller.anonymous()) {
      from.ifPresent(this::takeAnonymous);
    } else {
      takeNamed(caller);
    }
  }

  private synchronized void takeAnonymous(String address) {
    var asker = new Address(address);
    long now = nanos.getAsLong();
    double own = left(leftAtAddresses.get(asker), perAddress, now);
    refuse(own, perAddress, "address");
    note(leftAtAddresses, asker, perAddress, new Left(own - 1, now));
  }

  private synchronized void takeNamed(Caller caller) {
    var principal = new Principal(caller.tenant(), caller.subject());
    var tenant = new Principal(caller.tenant(), null);
    long now = nanos.getAsLong();
    double own = left(left.get(principal), perMinute, now);
    double all = left(left.get(tenant), perTenant, now);
    refuse(own, perMinute, "principal");
    refuse(all, perTenant, "tenant");
    note(left, principal, perMinute, new Left(own - 1, now));
    note(left, tenant, perTenant, new Left(all - 1, now));
  }

  /** Stores nothing without a limit. */
  private static void note(Map<Asker, Left> noted, Asker of, int limit, Left now) {
    if (limit > 0) {
      noted.put(of, now);
    }
  }

  private double left(Left before, int limit, long now) {
    return before == null
        ? limit
        : Math.min(limit, before.requests() + limit * (double) (now - before.at()) / time);
  }

  private void refuse(double left, int limit, String per) {
    if (limit > 0 && left < 1) {
      String why = "at most " + limit + " " + counted.what().formatted(per);
      throw new Refusal(
              429, counted.code(), why, null, (int) Math.ceilDiv(counted.time().toSeconds(), limit))
          .exception();
    }
  }

  private static Map<Asker, Left> lastFew() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<Asker, Left> eldest) {
        return size() > REMEMBERED;
      }
    };
  }

  /** The owner of a limit. */
  private sealed interface Asker permits Principal, Address {}

  /** A caller; without a subject a whole tenant. */
  private record Principal(String tenant, String subject) implements Asker {}

  private record Address(String address) implements Asker {}

  /** The requests left to a caller at a time. */
  private record Left(double requests, long at) {}
}

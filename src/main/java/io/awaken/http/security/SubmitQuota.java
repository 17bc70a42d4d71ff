package io.awaken.http.security;

import io.awaken.core.run.Caller;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Bounds how often one named caller, all of a tenant together, and the anonymous callers at one
 * address ask this node for something in a time (attack S33). What was not asked for adds up to the
 * worth of that time, so that a caller who pauses may send a burst. A refused caller takes nothing
 * from the others of the tenant. Thread-safe.
 */
public final class SubmitQuota {

  /**
   * Callers that are remembered, and as many addresses: who comes from many addresses pushes no
   * caller with a name out. The least recent is evicted first.
   */
  static final int REMEMBERED = 10_000;

  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** What is counted, by the code of the refusal and in words, and for what time. */
  public record Counted(String code, String what, Duration time) {}

  /** Requests that begin or steer runs. */
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
   * @param address of the request that is counted; empty for one that is not
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

  /** For something else than runs. */
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
   * @throws RefusedException 429 when the caller, its tenant or its address asked as often as it
   *     may
   */
  public void take(Caller caller) {
    take(caller, caller.anonymous() ? address.get() : Optional.empty());
  }

  /** The same for a request whose address is at hand. */
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

  /** Nothing is remembered of what is not limited. */
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

  /** Who is counted. */
  private sealed interface Asker permits Principal, Address {}

  /** A caller; without a subject a whole tenant. */
  private record Principal(String tenant, String subject) implements Asker {}

  private record Address(String address) implements Asker {}

  /** The requests left to a caller at a time. */
  private record Left(double requests, long at) {}
}

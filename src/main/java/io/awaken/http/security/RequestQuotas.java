package io.awaken.http.security;

import io.awaken.core.run.Caller;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Limits how often a named caller, a tenant's named callers together, and the anonymous callers at
 * one address use this node in a period (features row 1165, attack S33). Unused requests of one
 * period are saved for bursts. A refused caller uses up nothing of its tenant's limit. Thread-safe.
 */
public final class RequestQuotas {

  /**
   * Most remembered callers, and most remembered addresses, of a kind: many addresses cannot evict
   * named callers. The least recent is evicted first.
   */
  static final int REMEMBERED = 10_000;

  /** Kinds of requests, which are counted apart. */
  public enum Kind {
    /** Requests that start or steer runs. */
    SUBMITS(
        "too_many_submits",
        "requests per %s and minute that begin or steer runs",
        Duration.ofMinutes(1)),
    /** Uploads of media. */
    UPLOADS("too_many_uploads", "uploads per %s and minute", Duration.ofMinutes(1)),
    /** Requests of any kind. */
    REQUESTS("too_many_requests", "requests per %s and second", Duration.ofSeconds(1));

    private final String code;
    private final String what;
    private final Duration time;

    Kind(String code, String what, Duration time) {
      this.code = code;
      this.what = what;
      this.time = time;
    }
  }

  /**
   * Most requests of a kind in its period; 0 for no limit.
   *
   * @param perCaller of one named caller
   * @param perTenant of all named callers of a tenant
   * @param perAddress of all anonymous callers at an address
   */
  public record Limits(int perCaller, int perTenant, int perAddress) {}

  private final Map<Kind, Usage> usage = new EnumMap<>(Kind.class);
  private final Supplier<Optional<String>> address;
  private final LongSupplier nanos;

  /**
   * @param limits kinds that it lacks are not limited
   * @param address of the current request; empty for an uncounted one
   * @param nanos a monotonic clock in nanoseconds
   */
  public RequestQuotas(
      Map<Kind, Limits> limits, Supplier<Optional<String>> address, LongSupplier nanos) {
    limits.forEach((kind, most) -> usage.put(kind, new Usage(kind, most)));
    this.address = address;
    this.nanos = nanos;
  }

  /** Limits nothing. */
  public static RequestQuotas none() {
    return new RequestQuotas(Map.of(), Optional::empty, () -> 0);
  }

  /**
   * Counts a request.
   *
   * @throws RefusedException 429 when the caller, its tenant or its address has no requests left
   */
  public void take(Kind kind, Caller caller) {
    take(kind, caller, caller.anonymous() ? address.get() : Optional.empty());
  }

  /**
   * Counts a request from a known address.
   *
   * @param from the address of an anonymous caller; empty for an uncounted one
   * @throws RefusedException 429 when the caller, its tenant or its address has no requests left
   */
  public void take(Kind kind, Caller caller, Optional<String> from) {
    Usage of = usage.get(kind);
    if (of == null) {
      return;
    }
    if (caller.anonymous()) {
      from.ifPresent(at -> of.takeAnonymous(at, nanos.getAsLong()));
    } else {
      of.takeNamed(caller, nanos.getAsLong());
    }
  }

  /** The requests of one kind. */
  private static final class Usage {
    private final Kind kind;
    private final Limits most;
    private final Map<Owner, Left> left = leastRecentEvicted();
    private final Map<Owner, Left> leftAtAddresses = leastRecentEvicted();

    Usage(Kind kind, Limits most) {
      this.kind = kind;
      this.most = most;
    }

    synchronized void takeAnonymous(String address, long now) {
      var owner = new Address(address);
      double own = left(leftAtAddresses.get(owner), most.perAddress(), now);
      refuse(own, most.perAddress(), "address");
      note(leftAtAddresses, owner, most.perAddress(), new Left(own - 1, now));
    }

    synchronized void takeNamed(Caller caller, long now) {
      var principal = new Principal(caller.tenant(), caller.subject());
      var tenant = new Principal(caller.tenant(), null);
      double own = left(left.get(principal), most.perCaller(), now);
      double all = left(left.get(tenant), most.perTenant(), now);
      refuse(own, most.perCaller(), "principal");
      refuse(all, most.perTenant(), "tenant");
      note(left, principal, most.perCaller(), new Left(own - 1, now));
      note(left, tenant, most.perTenant(), new Left(all - 1, now));
    }

    /** Stores nothing without a limit. */
    private static void note(Map<Owner, Left> noted, Owner of, int limit, Left now) {
      if (limit > 0) {
        noted.put(of, now);
      }
    }

    private double left(Left before, int limit, long now) {
      return before == null
          ? limit
          : Math.min(
              limit,
              before.requests() + limit * (double) (now - before.at()) / kind.time.toNanos());
    }

    private void refuse(double left, int limit, String per) {
      if (limit > 0 && left < 1) {
        String why = "at most " + limit + " " + kind.what.formatted(per);
        int retry = (int) Math.ceilDiv(kind.time.toSeconds(), limit);
        throw new Refusal(429, kind.code, why, null, retry).exception();
      }
    }

    private static Map<Owner, Left> leastRecentEvicted() {
      return new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Owner, Left> eldest) {
          return size() > REMEMBERED;
        }
      };
    }
  }

  /** The owner of a limit. */
  private sealed interface Owner permits Principal, Address {}

  /** A caller; without a subject a whole tenant. */
  private record Principal(String tenant, String subject) implements Owner {}

  private record Address(String address) implements Owner {}

  /** The requests left to an owner at a time. */
  private record Left(double requests, long at) {}
}

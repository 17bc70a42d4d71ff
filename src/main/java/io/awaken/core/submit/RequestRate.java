package io.awaken.core.submit;

import io.awaken.core.run.Caller;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The requests of one kind that callers, tenants and addresses have left. Unused requests of one
 * period are saved for bursts. A refused caller uses up nothing of its tenant's limit. Thread-safe.
 */
final class RequestRate {

  private final Quotas.Kind kind;
  private final Quotas.Rate limits;
  private final Map<Owner, Left> left = leastRecentEvicted();
  private final Map<Owner, Left> leftAtAddresses = leastRecentEvicted();

  RequestRate(Quotas.Kind kind, Quotas.Rate limits) {
    this.kind = kind;
    this.limits = limits;
  }

  synchronized void takeAnonymous(String address, long now) {
    var owner = new Address(address);
    double own = left(leftAtAddresses.get(owner), limits.perAddress(), now);
    refuse(own, limits.perAddress(), "address");
    note(leftAtAddresses, owner, limits.perAddress(), new Left(own - 1, now));
  }

  synchronized void takeNamed(Caller caller, long now) {
    var principal = new Principal(caller.tenant(), caller.subject());
    var tenant = new Principal(caller.tenant(), null);
    double own = left(left.get(principal), limits.perCaller(), now);
    double all = left(left.get(tenant), limits.perTenant(), now);
    refuse(own, limits.perCaller(), "principal");
    refuse(all, limits.perTenant(), "tenant");
    note(left, principal, limits.perCaller(), new Left(own - 1, now));
    note(left, tenant, limits.perTenant(), new Left(all - 1, now));
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
            before.requests() + limit * (double) (now - before.at()) / kind.period().toNanos());
  }

  private void refuse(double left, int limit, String per) {
    if (limit > 0 && left < 1) {
      int retry = (int) Math.ceilDiv(kind.period().toSeconds(), limit);
      throw new QuotaExhausted(
          kind.code(), "at most " + limit + " " + kind.described(per), retry, null);
    }
  }

  /** A map of the {@value Quotas#REMEMBERED} entries that were used last. */
  static <K, V> Map<K, V> leastRecentEvicted() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > Quotas.REMEMBERED;
      }
    };
  }

  /** The owner of a limit. */
  private sealed interface Owner permits Principal, Address {}

  /** A caller; without a subject a whole tenant. */
  private record Principal(String tenant, String subject) implements Owner {}

  private record Address(String address) implements Owner {}

  /** The requests left to an owner at a time. */
  private record Left(double requests, long at) {}
}

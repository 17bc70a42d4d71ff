package io.awaken.http.security;

import io.awaken.core.run.Caller;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Bounds how often one named caller, and all of a tenant together, ask this node for something in a
 * minute (quality C.3, S33). What was not asked for adds up to one minute's worth, so that somebody
 * who pauses may ask in a row. Whoever is refused takes nothing from the others of the tenant.
 * Callers without a name share no principal and are not counted. Thread-safe.
 */
public final class SubmitQuota {

  /** Callers that are remembered; whoever asked longest ago is forgotten first. */
  private static final int REMEMBERED = 10_000;

  private static final double MINUTE = Duration.ofMinutes(1).toNanos();
  private static final int SECONDS = 60;

  private final int perMinute;
  private final int perTenant;
  private final LongSupplier nanos;
  private final Map<Principal, Left> left = lastFew();

  /**
   * @param perMinute requests of one caller; 0 for no limit
   * @param perTenant of all named callers of a tenant; 0 for no limit
   * @param nanos a monotonic clock in nanoseconds
   */
  public SubmitQuota(int perMinute, int perTenant, LongSupplier nanos) {
    this.perMinute = perMinute;
    this.perTenant = perTenant;
    this.nanos = nanos;
  }

  /**
   * Counts a request.
   *
   * @throws RefusedException 429 when the caller, or its tenant, asked as often as it may
   */
  public synchronized void take(Caller caller) {
    if (caller.anonymous()) {
      return;
    }
    var principal = new Principal(caller.tenant(), caller.subject());
    var tenant = new Principal(caller.tenant(), null);
    long now = nanos.getAsLong();
    double own = left(principal, perMinute, now);
    double all = left(tenant, perTenant, now);
    refuse(own, perMinute, "principal");
    refuse(all, perTenant, "tenant");
    note(principal, perMinute, new Left(own - 1, now));
    note(tenant, perTenant, new Left(all - 1, now));
  }

  /** Nothing is remembered of what is not limited. */
  private void note(Principal of, int limit, Left now) {
    if (limit > 0) {
      left.put(of, now);
    }
  }

  private double left(Principal of, int limit, long now) {
    Left before = left.get(of);
    return before == null
        ? limit
        : Math.min(limit, before.requests() + limit * (now - before.at()) / MINUTE);
  }

  private static void refuse(double left, int limit, String per) {
    if (limit > 0 && left < 1) {
      String why =
          "at most %d requests per %s and minute that begin or steer runs".formatted(limit, per);
      throw new Refusal(429, "too_many_submits", why, null, Math.ceilDiv(SECONDS, limit))
          .exception();
    }
  }

  private static Map<Principal, Left> lastFew() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<Principal, Left> eldest) {
        return size() > REMEMBERED;
      }
    };
  }

  /** A caller; without a subject a whole tenant. */
  private record Principal(String tenant, String subject) {}

  /** How many requests were left to somebody at a time. */
  private record Left(double requests, long at) {}
}

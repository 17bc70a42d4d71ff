package io.awaken.http.security;

import io.awaken.core.run.Caller;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Bounds how often one named caller asks this node for something in a minute (quality C.3). What
 * was not asked for adds up to one minute's worth, so that somebody who pauses may ask in a row.
 * Callers without a name share no principal and are not counted. Thread-safe.
 */
public final class SubmitQuota {

  /** Callers that are remembered; whoever asked longest ago is forgotten first. */
  private static final int REMEMBERED = 10_000;

  private static final double MINUTE = Duration.ofMinutes(1).toNanos();
  private static final int SECONDS = 60;

  private final int perMinute;
  private final LongSupplier nanos;
  private final Map<Principal, Left> left = lastFew();

  /**
   * @param perMinute requests; 0 for no limit
   * @param nanos a monotonic clock in nanoseconds
   */
  public SubmitQuota(int perMinute, LongSupplier nanos) {
    this.perMinute = perMinute;
    this.nanos = nanos;
  }

  /**
   * Counts a request.
   *
   * @throws RefusedException 429 when the caller asked as often as it may
   */
  public void take(Caller caller) {
    if (perMinute > 0 && !caller.anonymous() && !taken(caller)) {
      String why =
          "at most %d requests per principal and minute that begin or steer runs"
              .formatted(perMinute);
      int wait = Math.ceilDiv(SECONDS, perMinute);
      throw new Refusal(429, "too_many_submits", why, null, wait).exception();
    }
  }

  private synchronized boolean taken(Caller caller) {
    var principal = new Principal(caller.tenant(), caller.subject());
    long now = nanos.getAsLong();
    Left before = left.get(principal);
    double more =
        before == null ? perMinute : before.requests() + perMinute * (now - before.at()) / MINUTE;
    double all = Math.min(perMinute, more);
    if (all < 1) {
      return false;
    }
    left.put(principal, new Left(all - 1, now));
    return true;
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

  private record Principal(String tenant, String subject) {}

  /** How many requests were left to somebody at a time. */
  private record Left(double requests, long at) {}
}

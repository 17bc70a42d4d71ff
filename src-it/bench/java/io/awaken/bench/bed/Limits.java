package io.awaken.bench.bed;

import java.util.Properties;
import java.util.stream.Stream;

/**
 * The limits of a server under load: all quotas are set, so that their accounting is measured, but
 * so high that no request is refused. Earlier versions ignore limits that they do not know.
 */
final class Limits {

  private static final String STREAMS = "20000";
  private static final String RUNS = "1000000";
  private static final String TOKENS = "1000000000000";
  private static final String COST = "1000000000";

  private Limits() {}

  /** Returns the limits as server settings. */
  static Properties high() {
    var limits = new Properties();
    set(limits, STREAMS, "awaken.runs.max", "awaken.stream.per-node", "awaken.stream.per-caller");
    set(limits, STREAMS, "awaken.stream.per-address", "awaken.stream.per-tenant");
    set(limits, "10000", "awaken.http.max-requests");
    Stream.of("", ".tenant", ".anonymous")
        .forEach(
            of -> {
              set(limits, RUNS, "awaken.http.submits-per-minute" + of);
              set(limits, RUNS, "awaken.http.requests-per-second" + of);
            });
    Stream.of("", ".tenant")
        .forEach(
            of -> {
              set(limits, RUNS, "awaken.quota.live-runs" + of, "awaken.quota.queued-runs" + of);
              set(limits, TOKENS, "awaken.quota.tokens" + of);
              set(limits, COST, "awaken.quota.cost" + of);
            });
    // Otherwise requests with a proxy's header would need credentials.
    set(limits, "true", "awaken.security.anonymous");
    return limits;
  }

  private static void set(Properties limits, String value, String... keys) {
    Stream.of(keys).forEach(key -> limits.setProperty(key, value));
  }
}

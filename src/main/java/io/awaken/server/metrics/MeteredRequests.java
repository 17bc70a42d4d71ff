package io.awaken.server.metrics;

import io.awaken.http.security.load.RequestFigures;
import java.util.function.LongSupplier;

/** Counts requests by route, method and status. Thread-safe. */
public final class MeteredRequests implements RequestFigures {

  private static final double NANOS = 1e9;

  private final RuntimeMetrics metrics;
  private final LongSupplier nanos;

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  public MeteredRequests(RuntimeMetrics metrics, LongSupplier nanos) {
    this.metrics = metrics;
    this.nanos = nanos;
  }

  @Override
  public Begun begin() {
    long began = nanos.getAsLong();
    return (route, method, status, untimed) -> {
      metrics.requests.labelValues(route, method, String.valueOf(status)).inc();
      if (!untimed) {
        metrics
            .requestSeconds
            .labelValues(route, method)
            .observe((nanos.getAsLong() - began) / NANOS);
      }
    };
  }
}

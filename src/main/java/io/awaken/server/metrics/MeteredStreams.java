package io.awaken.server.metrics;

import io.awaken.http.stream.StreamWatch;
import java.util.Locale;

/** Counts streams and how they end. Thread-safe. */
public final class MeteredStreams implements StreamWatch {

  private final RuntimeMetrics metrics;

  public MeteredStreams(RuntimeMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void opened() {
    metrics.streamsOpened.inc();
  }

  @Override
  public void ended(End why) {
    metrics.streamsEnded.labelValues(why.name().toLowerCase(Locale.ROOT)).inc();
  }
}

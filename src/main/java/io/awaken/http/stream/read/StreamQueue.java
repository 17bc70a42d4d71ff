package io.awaken.http.stream.read;

import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import java.util.ArrayDeque;

/**
 * Items waiting for a reader. Limits live events; events from the log have no weight and are
 * limited by their pages. Guarded by its owner.
 */
final class StreamQueue {

  private static final int SMALL = 16;

  private final StreamSettings settings;
  private ArrayDeque<StreamItem> items = new ArrayDeque<>(SMALL);
  private boolean grown;
  private int liveEvents;
  private int liveBytes;

  StreamQueue(StreamSettings settings) {
    this.settings = settings;
  }

  void add(StreamItem item) {
    items.add(item);
    grown |= items.size() > SMALL;
    count(item, 1);
  }

  StreamItem poll() {
    StreamItem item = items.poll();
    if (item != null) {
      count(item, -1);
      shrink();
    }
    return item;
  }

  void clear() {
    items = new ArrayDeque<>(SMALL);
    grown = false;
    liveEvents = 0;
    liveBytes = 0;
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  /** Whether less than a quarter of the limit is used: time to read the next page. */
  boolean low() {
    return items.size() < settings.queueEvents() / 4;
  }

  /** Whether these further live events would exceed the limit. */
  boolean overfull(int furtherEvents, int furtherBytes) {
    return liveEvents + furtherEvents > settings.queueEvents()
        || liveBytes + furtherBytes > settings.queueBytes();
  }

  private void count(StreamItem item, int sign) {
    if (item instanceof StreamItem.Event event && event.weight() > 0) {
      liveEvents += sign;
      liveBytes += sign * event.weight();
    }
  }

  /** An idle stream keeps no memory of an earlier burst. */
  private void shrink() {
    if (grown && items.isEmpty()) {
      items = new ArrayDeque<>(SMALL);
      grown = false;
    }
  }
}

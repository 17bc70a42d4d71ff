package io.awaken.store.memory;

import io.awaken.core.store.subscription.SubscriptionStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** Subscriptions as long as the process lives. Thread-safe. */
public final class MemorySubscriptionStore implements SubscriptionStore {

  private record Row(String digest, Instant until) {}

  private final InstantSource clock;
  private final Map<Holder, Map<String, Row>> rows = new HashMap<>();

  /**
   * @param clock decides what has expired
   */
  public MemorySubscriptionStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public synchronized boolean put(
      Holder holder, String uri, String digest, int most, Duration life) {
    expire();
    Map<String, Row> mine = rows.computeIfAbsent(holder, any -> new HashMap<>());
    if (!mine.containsKey(uri) && mine.size() >= most) {
      return false;
    }
    mine.put(uri, new Row(digest, clock.instant().plus(life)));
    return true;
  }

  @Override
  public synchronized Map<String, String> of(Holder holder) {
    expire();
    var digests = new HashMap<String, String>();
    rows.getOrDefault(holder, Map.of()).forEach((uri, row) -> digests.put(uri, row.digest()));
    return digests;
  }

  @Override
  public synchronized boolean replace(Holder holder, String uri, String before, String now) {
    Row known = rows.getOrDefault(holder, Map.of()).get(uri);
    if (known == null || !known.digest().equals(before)) {
      return false;
    }
    rows.get(holder).put(uri, new Row(now, known.until()));
    return true;
  }

  @Override
  public synchronized boolean remove(Holder holder, String uri) {
    return rows.containsKey(holder) && rows.get(holder).remove(uri) != null;
  }

  private void expire() {
    rows.values()
        .forEach(mine -> mine.values().removeIf(row -> !clock.instant().isBefore(row.until())));
    rows.values().removeIf(Map::isEmpty);
  }
}

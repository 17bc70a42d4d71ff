package io.awaken.http.stream.live;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import io.awaken.core.event.Lately;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.StreamItem;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;

/**
 * Tells other nodes of one activation while somebody there reads it. What it says between two turns
 * of the bus goes together; nothing is kept for it but what the channel keeps anyway. Thread-safe.
 */
final class TailTeller implements EventBus.Source {

  private final Outward outward;
  private final long epoch;
  private final LongFunction<Told> behind;
  private final AtomicBoolean waits = new AtomicBoolean();
  private volatile boolean followed;

  /** The last event that was told, or is not to be; guarded by this. */
  private long told;

  /**
   * Where it tells.
   *
   * @param followed the runs that have readers elsewhere
   */
  record Outward(EventBus bus, Lately<RunId> followed) {}

  /**
   * What there is to tell.
   *
   * @param upTo the last event of it, or of before
   */
  record Told(Hint.Tail tail, long upTo) {}

  /**
   * @param behind what there is to tell behind a sequence number
   */
  TailTeller(Outward outward, long epoch, LongFunction<Told> behind) {
    this.outward = outward;
    this.epoch = epoch;
    this.behind = behind;
  }

  /** What another node tells, without what none may tell. */
  static LiveReader.Elsewhere heard(Hint.Tail tail) {
    return new LiveReader.Elsewhere(
        tail.epoch(),
        tail.begun(),
        tail.committed(),
        tail.closed(),
        tail.events().stream()
            .filter(each -> each.event().live() && each.cursor().epoch() == tail.epoch())
            .map(each -> new StreamItem.Event(each, EventWeight.of(each.event())))
            .toList());
  }

  /** Somebody elsewhere may read it from its beginning. */
  synchronized void begins() {
    followed = true;
    changed();
  }

  /** Somebody elsewhere reads it and is there. */
  void follow(Cursor at) {
    synchronized (this) {
      long from = at.epoch() == epoch ? at.sequence() : 0;
      boolean lacks = !followed || from < told;
      told = followed ? Math.min(told, from) : from;
      followed = true;
      if (!lacks) {
        return;
      }
    }
    changed();
  }

  /** There is more to tell; for every event, so it costs next to nothing. */
  void changed() {
    if (followed
        && !waits.get()
        && waits.compareAndSet(false, true)
        && !outward.bus().publishFrom(this)) {
      waits.set(false);
    }
  }

  @Override
  public synchronized List<Hint> take() {
    waits.set(false);
    Told now = behind.apply(told);
    if (!outward.followed().contains(now.tail().run())) {
      followed = false;
      return List.of();
    }
    told = now.upTo();
    return List.of(now.tail());
  }
}

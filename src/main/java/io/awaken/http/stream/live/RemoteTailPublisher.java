package io.awaken.http.stream.live;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import io.awaken.core.event.RecentSet;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.StreamItem;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;

/**
 * Publishes one activation to other nodes while these follow the run. Events between two turns of
 * the bus travel as one message; nothing is stored beyond the channel's own tail. Thread-safe.
 */
final class RemoteTailPublisher implements EventBus.Source {

  private final Outward outward;
  private final long epoch;
  private final LongFunction<Told> behind;
  private final AtomicBoolean waits = new AtomicBoolean();
  private volatile boolean followed;

  /** The last event that was published or is not to be published; guarded by this. */
  private long told;

  /**
   * Where it publishes.
   *
   * @param followed the runs that have readers elsewhere
   */
  record Outward(EventBus bus, RecentSet<RunId> followed) {}

  /**
   * What there is to publish.
   *
   * @param upTo the last event of it, or of before
   */
  record Told(Hint.Tail tail, long upTo) {}

  /**
   * @param behind what there is to publish behind a sequence number
   */
  RemoteTailPublisher(Outward outward, long epoch, LongFunction<Told> behind) {
    this.outward = outward;
    this.epoch = epoch;
    this.behind = behind;
  }

  /** An activation that another node published, without events that may not be published. */
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

  /** Another node may follow it from its beginning. */
  synchronized void begins() {
    followed = true;
    changed();
  }

  /** Another node follows it and has the events up to there. */
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

  /** There is more to publish. Called for every event, so it must be cheap. */
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

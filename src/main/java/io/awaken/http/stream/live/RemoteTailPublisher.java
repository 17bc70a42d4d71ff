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
 * Publishes one activation to other nodes while they follow the run. Events between two turns of
 * the bus are sent as one message; stores nothing beyond the channel's own tail. Thread-safe.
 */
final class RemoteTailPublisher implements EventBus.Source {

  private final Target target;
  private final long epoch;
  private final LongFunction<UnpublishedTail> behind;
  private final AtomicBoolean waits = new AtomicBoolean();
  private volatile boolean followed;

  /** The last event that was published or skipped; guarded by this. */
  private long published;

  /**
   * The target of publishing.
   *
   * @param followed runs with readers on other nodes
   */
  record Target(EventBus bus, RecentSet<RunId> followed) {}

  /**
   * A tail to publish.
   *
   * @param upTo the last event in it or before it
   */
  record UnpublishedTail(Hint.Tail tail, long upTo) {}

  /**
   * @param behind supplies the tail after a sequence number
   */
  RemoteTailPublisher(Target target, long epoch, LongFunction<UnpublishedTail> behind) {
    this.target = target;
    this.epoch = epoch;
    this.behind = behind;
  }

  /** Converts a tail of another node, without events that may not be published. */
  static LiveReader.Elsewhere received(Hint.Tail tail) {
    return new LiveReader.Elsewhere(
        tail.epoch(),
        tail.begun(),
        tail.committed(),
        tail.closed(),
        tail.events().stream()
            .filter(each -> each.event().live() && each.cursor().epoch() == tail.epoch())
            .map(each -> StreamItem.Event.live(each))
            .toList());
  }

  /** Another node may follow from the beginning. */
  synchronized void begins() {
    followed = true;
    changed();
  }

  /** Another node follows and has the events up to this cursor. */
  void follow(Cursor at) {
    synchronized (this) {
      long from = at.epoch() == epoch ? at.sequence() : 0;
      boolean lacks = !followed || from < published;
      published = followed ? Math.min(published, from) : from;
      followed = true;
      if (!lacks) {
        return;
      }
    }
    changed();
  }

  /** New events are available. Called for every event, so it must be cheap. */
  void changed() {
    if (followed
        && !waits.get()
        && waits.compareAndSet(false, true)
        && !target.bus().publishFrom(this)) {
      waits.set(false);
    }
  }

  @Override
  public synchronized List<Hint> take() {
    waits.set(false);
    UnpublishedTail now = behind.apply(published);
    if (!target.followed().contains(now.tail().run())) {
      followed = false;
      return List.of();
    }
    published = now.upTo();
    return List.of(now.tail());
  }
}

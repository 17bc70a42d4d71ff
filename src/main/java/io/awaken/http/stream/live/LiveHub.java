package io.awaken.http.stream.live;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.EventBus;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.Hint;
import io.awaken.core.event.RecentSet;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.live.RemoteTailPublisher.Target;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Delivers the events of the runs on this node to their subscribers. Publishing never blocks and
 * costs one call per subscriber. A run's channel exists while the run executes here or has
 * subscribers, and stores only the events since its last commit. Events of runs on other nodes
 * arrive over the bus while they have subscribers here; events of this node's runs are published
 * there while other nodes follow them. Thread-safe.
 */
public final class LiveHub implements EventSink.Factory {

  private static final int REMEMBERED = 1_024;

  /** Runs followed by other nodes; readers of the least recently followed ones poll. */
  private static final int MOST_FOLLOWED = 20_000;

  private final Map<RunId, LiveChannel> channels = new ConcurrentHashMap<>();
  private final Target target;
  private final Executor threads;
  private final ThreadActivity activity;

  /** Runs that ended here recently: a subscriber that missed the channel reads the log at once. */
  private final Set<RunId> ended =
      Collections.synchronizedSet(Collections.newSetFromMap(recentlyEnded()));

  /**
   * @param bus to the hubs of other nodes
   * @param nanos a monotonic clock in nanoseconds
   * @param threads runs the delivery of remote events, one task per run, so that slow subscribers
   *     of one run do not delay others
   * @param times of the readers on all nodes
   */
  public LiveHub(EventBus bus, LongSupplier nanos, Executor threads, StreamSettings.Times times) {
    this.target = new Target(bus, new RecentSet<>(times.runFollowed(), MOST_FOLLOWED, nanos));
    this.threads = threads;
    this.activity = new ThreadActivity(bus, nanos, times);
    bus.subscribe(this::received);
  }

  /** Signals when runs of a thread start and stop, on this node or another. */
  public ThreadActivity activity() {
    return activity;
  }

  @Override
  public EventSink open(RunId runId, long epoch, long lastSequence) {
    var sink = new LiveChannel.Sink[1];
    channels.compute(
        runId,
        (id, found) -> {
          LiveChannel channel = found == null ? channel(id) : found;
          sink[0] = channel.activate(epoch, lastSequence);
          return channel;
        });
    return sink[0].announce();
  }

  @Override
  public void abandon(RunId runId, long epoch) {
    LiveChannel channel = channels.get(runId);
    if (channel != null) {
      channel.abandon(epoch);
    }
  }

  public void subscribe(RunId runId, LiveReader reader) {
    channels.compute(
        runId,
        (id, found) -> {
          LiveChannel channel = found == null ? channel(id) : found;
          channel.add(reader, ended.contains(id));
          return channel;
        });
  }

  public void unsubscribe(RunId runId, LiveReader reader) {
    channels.computeIfPresent(
        runId,
        (id, channel) -> {
          channel.remove(reader);
          return channel.idle() ? null : channel;
        });
  }

  /** Runs that execute here or have subscribers. */
  public int size() {
    return channels.size();
  }

  /** Asks the node that executes a run to publish its events, for a while. */
  public void follow(RunId runId, Cursor at) {
    target.bus().publish(new Hint.Following(runId, at));
  }

  private void received(Hint hint) {
    switch (hint) {
      case Hint.Following following -> {
        target.followed().add(following.run());
        LiveChannel channel = channels.get(following.run());
        if (channel != null) {
          channel.publishFrom(following.at());
        }
      }
      case Hint.Tail tail -> {
        LiveChannel channel = channels.get(tail.run());
        if (channel != null) {
          channel.elsewhere(tail);
        }
      }
      case Hint.Missed missed -> channels.values().forEach(LiveChannel::missed);
      case Hint.Work work -> {
        // For the mailbox, as those below; ThreadActivity takes some of them, too.
      }
      case Hint.Queued queued -> {}
      case Hint.Stored stored -> {}
      case Hint.Watching watching -> {}
      case Hint.Turned turned -> {}
    }
  }

  private LiveChannel channel(RunId runId) {
    return new LiveChannel(
        runId, target, threads, () -> ended.add(runId), () -> removeIfIdle(runId));
  }

  private void removeIfIdle(RunId runId) {
    channels.computeIfPresent(runId, (id, channel) -> channel.idle() ? null : channel);
  }

  private static Map<RunId, Boolean> recentlyEnded() {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<RunId, Boolean> eldest) {
        return size() > REMEMBERED;
      }
    };
  }
}

package io.awaken.http.stream.live;

import io.awaken.http.stream.StreamItem;
import java.util.List;

/**
 * Receives a run's events while it executes on this node. Called by the run's own thread, the end
 * of an activation by any, and must not block. Events of one activation come in order; after a
 * newer activation was announced, events of older ones must be ignored by their epoch.
 */
public interface LiveReader {

  /**
   * The first call, made during the subscription: must not call the hub.
   *
   * @param now the activation on this node; null without one
   * @param endedHere whether an activation of the run ended here recently
   */
  void joined(Activation now, boolean endedHere);

  /** An activation starts; earlier activations' events after the last sequence number are void. */
  void opened(long epoch, long lastSequence);

  void event(StreamItem.Event event);

  /**
   * An activation has ended.
   *
   * @param readLog whether to read the log now: the run has ended, or this node has lost it at an
   *     unknown time
   * @param committed the last sequence number that it committed
   */
  void closed(long epoch, boolean readLog, long committed);

  /** The run executes on another node, or did recently; called by any thread. */
  void elsewhere(Elsewhere tail);

  /** Hints of other nodes may have been lost. */
  void missed();

  /** A call to it threw this: no further calls follow. */
  void failed(Throwable failure);

  /**
   * An activation as a new subscriber receives it.
   *
   * @param epoch of its events
   * @param committed the last sequence number in the log
   * @param tail its events after that
   */
  record Activation(long epoch, long committed, List<StreamItem.Event> tail) {}

  /**
   * The tail of an activation on another node; may be late, duplicate or incomplete.
   *
   * @param epoch of its events
   * @param begun the last sequence number committed before it; later events of older epochs are
   *     void, earlier ones count only if the log has them
   * @param committed the last sequence number in the log
   * @param closed whether it has ended
   * @param events consecutive ones
   */
  record Elsewhere(
      long epoch, long begun, long committed, boolean closed, List<StreamItem.Event> events) {}
}

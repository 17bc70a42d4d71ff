package io.awaken.http.stream.live;

import io.awaken.http.stream.StreamItem;
import java.util.List;

/**
 * Receives a run's events while it executes on this node. Calls come from the run's own thread, the
 * end of an activation from any, and must not block. Events of one activation come in order; what
 * an older activation still says after a newer one was announced is to be ignored by its epoch.
 */
public interface LiveReader {

  /**
   * The first call, made inside of the subscription: must not call the hub.
   *
   * @param now what executes here at this moment; null when nothing does
   * @param endedHere whether an activation of the run ended here a short while ago
   */
  void joined(Activation now, boolean endedHere);

  /** An activation begins; what earlier ones said behind the last sequence is void. */
  void opened(long epoch, long lastSequence);

  void event(StreamItem.Event event);

  /**
   * An activation is over.
   *
   * @param look whether the log is to be read now: the run is done, or this node has lost it and
   *     does not know since when
   * @param committed the last sequence number that it committed
   */
  void closed(long epoch, boolean look, long committed);

  /** The run executes on another node, or did a moment ago; comes on any thread. */
  void elsewhere(Elsewhere told);

  /** Hints of other nodes may have been lost. */
  void missed();

  /** A call to it threw this: nothing more will be said. */
  void failed(Throwable failure);

  /**
   * An activation as a newcomer finds it.
   *
   * @param epoch of its events
   * @param committed what can be read from the log
   * @param tail its events behind that
   */
  record Activation(long epoch, long committed, List<StreamItem.Event> tail) {}

  /**
   * The tail of an activation on another node, perhaps late, duplicate or with events missing.
   *
   * @param epoch of its events
   * @param begun the last sequence number committed before it; what older epochs said behind that
   *     is void, and before that counts only if the log has it
   * @param committed what can be read from the log
   * @param closed whether it is over
   * @param events some that follow each other
   */
  record Elsewhere(
      long epoch, long begun, long committed, boolean closed, List<StreamItem.Event> events) {}
}

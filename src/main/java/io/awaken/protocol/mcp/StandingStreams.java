package io.awaken.protocol.mcp;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The standing streams that are open on this node, one per session: a client may reconnect before
 * this node notices that the earlier connection is lost. Thread-safe.
 */
public final class StandingStreams {

  private final Map<String, Subscription> open = new ConcurrentHashMap<>();

  /** Closes the stream of a session, if there is one. */
  public void end(String session) {
    Subscription earlier = open.remove(session);
    if (earlier != null) {
      earlier.feed().complete();
    }
  }

  /** Registers the stream of a session. */
  public void add(String session, Subscription stream) {
    open.put(session, stream);
  }

  /** Removes a closed stream. */
  public void remove(String session, Subscription stream) {
    open.remove(session, stream);
  }

  /** The number of open streams. */
  public int count() {
    return open.size();
  }
}

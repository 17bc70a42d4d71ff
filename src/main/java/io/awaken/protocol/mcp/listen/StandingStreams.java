package io.awaken.protocol.mcp.listen;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The standing streams of sessions that are open on this node, one for each: a client that comes
 * back may have lost the earlier one before this node noticed. Thread-safe.
 */
public final class StandingStreams {

  private final Map<String, Subscription> open = new ConcurrentHashMap<>();

  /** Ends the stream of a session, if there is one. */
  public void end(String session) {
    Subscription earlier = open.remove(session);
    if (earlier != null) {
      earlier.feed().complete();
    }
  }

  /** Remembers the stream of a session. */
  public void add(String session, Subscription stream) {
    open.put(session, stream);
  }

  /** Forgets a stream that is over. */
  public void remove(String session, Subscription stream) {
    open.remove(session, stream);
  }

  /** How many are open. */
  public int count() {
    return open.size();
  }
}

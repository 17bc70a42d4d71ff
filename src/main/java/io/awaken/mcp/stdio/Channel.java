package io.awaken.mcp.stdio;

import io.awaken.mcp.McpHeaders;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The connection to the server: the headers of messages, and the session of clients until
 * 2025-11-25. Stdio clients have no sessions, so an expired one is replaced by repeating the
 * client's {@code initialize}. Thread-safe.
 */
final class Channel {

  private static final int NO_SESSION = 404;
  private static final RawMessage INITIALIZED =
      RawMessage.of("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");

  private final Endpoint endpoint;
  private final Consumer<String> notes;
  private final ReentrantLock renewal = new ReentrantLock();
  private volatile Session session;

  private record Session(RawMessage opening, String id, String version) {

    Map<String, String> headers() {
      var headers = new HashMap<String, String>();
      if (id != null) {
        headers.put(McpHeaders.SESSION, id);
      }
      if (version != null) {
        headers.put(McpHeaders.VERSION, version);
      }
      return headers;
    }
  }

  Channel(Endpoint endpoint, Consumer<String> notes) {
    this.endpoint = endpoint;
    this.notes = notes;
  }

  /**
   * Sends a message, in a new session if the current one has expired.
   *
   * @throws IOException when the server cannot be reached
   */
  Reply post(RawMessage message, Ongoing ongoing) throws IOException, InterruptedException {
    String version = message.version();
    if (version != null) {
      return ongoing.await(endpoint.post(message, Endpoint.headers(message, version)));
    }
    Session used = message.opens() ? null : session;
    Reply reply = send(message, used, ongoing);
    if (reply.status() == NO_SESSION && used != null && renewed(used)) {
      reply.close();
      return send(message, session, ongoing);
    }
    return reply;
  }

  private Reply send(RawMessage message, Session in, Ongoing ongoing)
      throws IOException, InterruptedException {
    return ongoing.await(endpoint.post(message, in == null ? Map.of() : in.headers()));
  }

  /**
   * Opens a stream of the session.
   *
   * @param lastId event id to resume after; null for the stream of messages without a request
   */
  Reply read(String lastId, Ongoing ongoing) throws IOException, InterruptedException {
    Session used = session;
    Map<String, String> headers = used == null ? new HashMap<>() : used.headers();
    if (lastId != null) {
      headers.put("Last-Event-ID", lastId);
    }
    return ongoing.await(endpoint.get(headers));
  }

  /** Stores the session that the server has opened. */
  void began(RawMessage opening, Reply reply, RawMessage answer) {
    if (answer.agreed() != null) {
      session = new Session(opening, reply.header(McpHeaders.SESSION), answer.agreed());
    }
  }

  private boolean renewed(Session lost) throws InterruptedException {
    renewal.lock();
    try {
      return session != lost || begunAnew(lost.opening());
    } finally {
      renewal.unlock();
    }
  }

  private boolean begunAnew(RawMessage opening) throws InterruptedException {
    var ongoing = new Ongoing();
    try (Reply reply = send(opening, null, ongoing)) {
      for (RawMessage received = reply.next(); received != null; received = reply.next()) {
        if (received.answers(opening) && received.agreed() != null) {
          began(opening, reply, received);
          send(INITIALIZED, session, new Ongoing()).close();
          notes.accept("the session had expired; a new one was opened");
          return true;
        }
      }
    } catch (IOException e) {
      notes.accept("the session has expired, and a new one could not be opened: " + e.getMessage());
    }
    return false;
  }
}

package io.awaken.provider.broken;

import io.awaken.fixture.RawHttpServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * A provider that breaks the first answers of a run as the test chooses. Later ones are complete:
 * with calls, until the conversation has the result of one.
 */
final class ChaosEndpoint implements AutoCloseable {

  /** The output of every test tool, which identifies requests with a result. */
  static final String RESULT = "TOOL-WAS-HERE";

  /** The server serves one request per connection: a client that keeps one would find it gone. */
  private static final String CLOSE = "Connection: close\r\n";

  /** How an answer breaks. */
  enum Fault {
    /** The stream ends, as if it were whole. */
    ENDS,
    /** The connection breaks. */
    BREAKS,
    /** Nothing more arrives. */
    HANGS,
    /** Nothing arrives, not even the head of a response. */
    SILENT,
    /** Garbage, and then the rest. */
    GARBAGE,
    /** No stream, but a status. */
    STATUS_500,
    STATUS_429
  }

  private final BrokenWire wire;
  private final RawHttpServer server = RawHttpServer.answering(this::answer);
  private byte[] stream = {};
  private Fault fault;
  private int cut;
  private int faults;
  private int asked;

  ChaosEndpoint(BrokenWire wire) {
    this.wire = wire;
  }

  String baseUrl() {
    return server.baseUrl();
  }

  /**
   * The faults of the next run.
   *
   * @param recorded what the model answers first
   * @param bytes of it that come before the fault
   * @param times answers that have the fault
   */
  synchronized void next(byte[] recorded, Fault kind, int bytes, int times) {
    stream = recorded;
    fault = kind;
    cut = bytes;
    faults = times;
    asked = server.requests().size();
  }

  /** The bodies of the requests of the run, in order. */
  synchronized List<String> requests() {
    return server.requests().stream().skip(asked).map(RawHttpServer.Request::body).toList();
  }

  private void answer(RawHttpServer.Connection connection) throws IOException {
    String request = server.requests().getLast().body();
    boolean breaks;
    byte[] first;
    synchronized (this) {
      breaks = faults > 0;
      faults--;
      first = stream;
    }
    if (breaks) {
      breakOff(first, connection);
    } else {
      begin(connection, "").bytes(request.contains(RESULT) ? wire.text() : first);
    }
  }

  private void breakOff(byte[] whole, RawHttpServer.Connection connection) throws IOException {
    byte[] part = Arrays.copyOf(whole, cut);
    switch (fault) {
      case ENDS -> begin(connection, "").bytes(part);
      case BREAKS ->
          begin(connection, "Content-Length: " + (whole.length + 1) + "\r\n").bytes(part);
      case HANGS -> begin(connection, "").bytes(part).awaitClient();
      case SILENT -> connection.awaitClient();
      case GARBAGE ->
          begin(connection, "")
              .bytes(part)
              .text(wire.garbage())
              .bytes(Arrays.copyOfRange(whole, cut, whole.length));
      case STATUS_500 -> connection.document("500 Broken", CLOSE, "{}");
      case STATUS_429 -> connection.document("429 Too Many", CLOSE + "Retry-After: 0\r\n", "{}");
    }
  }

  private RawHttpServer.Connection begin(RawHttpServer.Connection connection, String headers)
      throws IOException {
    return connection.text(
        "HTTP/1.1 200 OK\r\nContent-Type: " + wire.contentType() + "\r\n" + headers + "\r\n");
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

package io.awaken.mcp.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A response of the server: a document or a stream of messages. Read by one thread; any may close
 * it.
 */
final class Reply implements AutoCloseable {

  private final HttpResponse<InputStream> answer;
  private final Events events;
  private boolean read;
  private String lastId;
  private Duration retry = Duration.ofSeconds(1);

  Reply(HttpResponse<InputStream> answer) {
    this.answer = answer;
    this.events = Endpoint.streams(answer) ? new Events(answer.body()) : null;
  }

  int status() {
    return answer.statusCode();
  }

  /** Returns a header's value; null without it. */
  String header(String name) {
    return answer.headers().firstValue(name).orElse(null);
  }

  /** Where the stream can be resumed; null if it cannot. */
  String lastId() {
    return lastId;
  }

  /** Delay before resuming it. */
  Duration retry() {
    return retry;
  }

  /**
   * Returns the next message; null at the end.
   *
   * @throws IOException when the stream breaks or contains anything but messages
   */
  RawMessage next() throws IOException {
    if (events == null) {
      String document = read ? "" : document();
      return document.isBlank() ? null : message(document);
    }
    for (Events.Event event = events.next(); event != null; event = events.next()) {
      lastId = event.id() == null ? lastId : event.id();
      retry = event.retry() == null ? retry : event.retry();
      if (!event.data().isBlank()) {
        return message(event.data());
      }
    }
    return null;
  }

  private static RawMessage message(String text) throws IOException {
    try {
      return RawMessage.of(text);
    } catch (JsonText.Malformed e) {
      throw new IOException("the server did not send JSON", e);
    }
  }

  /** Returns the whole document, once. */
  String document() throws IOException {
    read = true;
    byte[] bytes = answer.body().readNBytes(Lines.MAX + 1);
    if (bytes.length > Lines.MAX) {
      throw new Lines.TooLong();
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Stops reading, which cancels a stream since 2026-07-28. */
  @Override
  public void close() {
    try {
      answer.body().close();
    } catch (IOException e) {
      // Already broken, and no longer read.
    }
  }

  /** Reads a stream of server-sent events. Not thread-safe. */
  static final class Events {

    private static final long LONGEST_RETRY_MILLIS = 60_000;

    /**
     * An event.
     *
     * @param id where the stream can be resumed; null without one
     * @param data empty for an event that only has a position
     * @param retry delay before resuming; null without one
     */
    record Event(String id, String data, Duration retry) {}

    private final Lines lines;

    Events(InputStream in) {
      lines = new Lines(in);
    }

    /**
     * Returns the next event; null at the end, also in the middle of an event.
     *
     * @throws Lines.TooLong when an event exceeds the size of a message
     */
    Event next() throws IOException {
      String id = null;
      Duration retry = null;
      var data = new StringBuilder();
      boolean any = false;
      for (String line = lines.next(); line != null; line = lines.next()) {
        if (line.isEmpty()) {
          if (any) {
            return new Event(id, data.toString(), retry);
          }
          continue;
        }
        int colon = line.indexOf(':');
        String field = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(colon + 1);
        value = value.startsWith(" ") ? value.substring(1) : value;
        any |= !field.isEmpty();
        switch (field) {
          case "id" -> id = value;
          case "retry" -> retry = retry(value);
          case "data" -> {
            if (data.length() + value.length() > Lines.MAX) {
              throw new Lines.TooLong();
            }
            data.append(data.isEmpty() ? "" : "\n").append(value);
          }
          default -> {
            // A comment, or the event's type, which this protocol does not use.
          }
        }
      }
      return null;
    }

    private static Duration retry(String value) {
      return value.matches("\\d{1,9}")
          ? Duration.ofMillis(Math.min(Long.parseLong(value), LONGEST_RETRY_MILLIS))
          : null;
    }
  }
}

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
  Message next() throws IOException {
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

  private static Message message(String text) throws IOException {
    try {
      return Message.of(text);
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
}

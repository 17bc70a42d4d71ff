package io.awaken.mcp.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * An answer of the server: a document, or a stream of messages. Read by one thread; any may close
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

  /** The value of a header; null without. */
  String header(String name) {
    return answer.headers().firstValue(name).orElse(null);
  }

  /** Where the stream can be taken up again; null where it cannot. */
  String lastId() {
    return lastId;
  }

  /** After which time it can be taken up again. */
  Duration retry() {
    return retry;
  }

  /**
   * The next message; null behind the last one.
   *
   * @throws IOException when the stream breaks, or has something else in it
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
      throw new IOException("the server sent something else than JSON", e);
    }
  }

  /** All of a document, once. */
  String document() throws IOException {
    read = true;
    byte[] bytes = answer.body().readNBytes(Lines.MAX + 1);
    if (bytes.length > Lines.MAX) {
      throw new Lines.TooLong();
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Reads no more; a stream since 2026-07-28 is cancelled by that. */
  @Override
  public void close() {
    try {
      answer.body().close();
    } catch (IOException e) {
      // It is closed as far as it can be, and nobody reads it.
    }
  }
}

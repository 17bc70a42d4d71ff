package io.awaken.provider.http;

import io.awaken.core.outbound.ByteSource;
import io.awaken.core.outbound.MessageReader;
import io.awaken.core.outbound.NdjsonReader;
import io.awaken.core.outbound.SseReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/**
 * How a stream is divided into events of JSON.
 *
 * @param accept the requested media type
 * @param documents media types of a response that is one document instead of a stream
 * @param endMark text of the final event, which is not JSON; null without one
 * @param reader creates a reader of a stream with this maximum of bytes per event
 */
public record StreamFormat(
    String accept,
    List<String> documents,
    byte[] endMark,
    BiFunction<ByteSource, Integer, MessageReader> reader) {

  /**
   * Server-sent events.
   *
   * @param endMark for example {@code [DONE]}; null for none
   */
  public static StreamFormat serverSentEvents(String endMark) {
    return new StreamFormat(
        "text/event-stream",
        List.of("application/json", "text/html"),
        endMark == null ? null : endMark.getBytes(StandardCharsets.UTF_8),
        SseReader::new);
  }

  /**
   * Lines of JSON. Some servers send them as {@code application/json}; an HTML page is no stream.
   */
  public static StreamFormat lines() {
    return new StreamFormat("application/x-ndjson", List.of("text/html"), null, NdjsonReader::new);
  }

  boolean isDocument(String contentType) {
    String type = contentType.toLowerCase(Locale.ROOT);
    return documents.stream().anyMatch(type::startsWith);
  }
}

package io.awaken.provider.http;

import io.awaken.core.outbound.ByteSource;
import io.awaken.core.outbound.MessageReader;
import io.awaken.core.outbound.SseReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/**
 * How a stream is divided into events of JSON.
 *
 * @param accept the requested media type
 * @param documents media types of a response that is one document instead of a stream
 * @param endsWithMark whether {@link #DONE} completes an answer; elsewhere it only ends the stream
 * @param reader creates a reader of a stream with this maximum of bytes per event
 */
public record StreamFormat(
    String accept,
    List<String> documents,
    boolean endsWithMark,
    BiFunction<ByteSource, Integer, MessageReader> reader) {

  /** The text of a final event that is not JSON; gateways send it on any wire. */
  static final ByteBuffer DONE = ByteBuffer.wrap("[DONE]".getBytes(StandardCharsets.UTF_8));

  /**
   * Server-sent events.
   *
   * @param endsWithMark as in the record
   */
  public static StreamFormat serverSentEvents(boolean endsWithMark) {
    return new StreamFormat(
        "text/event-stream",
        List.of("application/json", "text/html"),
        endsWithMark,
        (source, most) -> new SseReader(source, most, SseReader.Leniency.JSON));
  }

  /**
   * Lines of JSON. Some servers send them as {@code application/json} or as server-sent events, or
   * one document of many lines instead; an HTML page is no stream.
   */
  public static StreamFormat lines() {
    return new StreamFormat(
        "application/x-ndjson",
        List.of("text/html"),
        false,
        (source, most) -> new SseReader(source, most, SseReader.Leniency.LINES));
  }

  boolean isDocument(String contentType) {
    String type = contentType.toLowerCase(Locale.ROOT);
    return documents.stream().anyMatch(type::startsWith);
  }
}

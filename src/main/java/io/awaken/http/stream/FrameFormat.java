package io.awaken.http.stream;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The framing of messages on a response. Immutable.
 *
 * @param contentType of the response
 * @param heartbeat written during silence; clients ignore it. Empty for none
 * @param before prefix of each message
 * @param after suffix of each message
 * @param headers further headers of the response
 */
public record FrameFormat(
    String contentType,
    String heartbeat,
    String before,
    String after,
    Map<String, String> headers) {

  /** Server-sent events; a comment is the heartbeat. */
  public static final FrameFormat SSE =
      new FrameFormat("text/event-stream", ":\n\n", "data: ", "\n\n", Map.of());

  /** One JSON text on each line; an empty line is the heartbeat. */
  public static final FrameFormat NDJSON =
      new FrameFormat("application/x-ndjson", "\n", "", "\n", Map.of());

  public FrameFormat {
    headers = Map.copyOf(headers);
  }

  /** A copy with one more header. */
  public FrameFormat with(String header, String value) {
    var more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new FrameFormat(contentType, heartbeat, before, after, more);
  }

  /**
   * Writes a message as one complete frame.
   *
   * @param message without line breaks, such as compact JSON
   */
  public void write(byte[] message, OutputStream out) throws IOException {
    out.write(before.getBytes(StandardCharsets.US_ASCII));
    out.write(message);
    out.write(after.getBytes(StandardCharsets.US_ASCII));
  }
}

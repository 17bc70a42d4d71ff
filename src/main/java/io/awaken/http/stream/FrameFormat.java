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
 * @param headers of the response beside the content type, of streams and of errors in their place
 */
public record FrameFormat(
    String contentType,
    String heartbeat,
    String before,
    String after,
    Map<String, String> headers) {

  /**
   * So that proxies neither store, compress nor buffer: {@code no-transform} is the standard's word
   * (RFC 9111, section 5.2.2.6), the other header that of nginx.
   */
  private static final Map<String, String> UNBUFFERED =
      Map.of("Cache-Control", "no-cache, no-transform", "X-Accel-Buffering", "no");

  /** Server-sent events; a comment is the heartbeat. */
  public static final FrameFormat SSE =
      new FrameFormat("text/event-stream", ":\n\n", "data: ", "\n\n", UNBUFFERED);

  /** One JSON text on each line; an empty line is the heartbeat. */
  public static final FrameFormat NDJSON =
      new FrameFormat("application/x-ndjson", "\n", "", "\n", UNBUFFERED);

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

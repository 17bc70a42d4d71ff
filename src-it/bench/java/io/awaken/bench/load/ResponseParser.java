package io.awaken.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Takes HTTP/1.1 responses apart, byte by byte: head, chunks or length, lines of the body. */
final class ResponseParser {

  private enum State {
    HEAD,
    SIZE,
    DATA,
    DATA_END,
    TRAILER
  }

  private static final int FIRST_LINE = 512;

  private ResponseListener listener;
  private State state = State.HEAD;
  private byte[] line = new byte[FIRST_LINE];
  private int length;
  private int status;
  private boolean chunked;
  private boolean lastResponse;
  private long left;

  void expect(ResponseListener next) {
    listener = next;
    state = State.HEAD;
    length = 0;
    status = 0;
    chunked = false;
    left = 0;
  }

  /** Whether the server announced that it closes the connection after this response. */
  boolean lastResponse() {
    return lastResponse;
  }

  /**
   * Parses the bytes that were read.
   *
   * @return whether the response is complete
   */
  boolean accept(ByteBuffer bytes, long now) {
    while (bytes.hasRemaining()) {
      byte next = bytes.get();
      if (state == State.DATA) {
        body(next, now);
        if (left == 0 && !chunked) {
          return end(now);
        }
      } else if (next == '\n') {
        if (control(new String(line, 0, length, StandardCharsets.ISO_8859_1), now)) {
          return true;
        }
      } else if (next != '\r') {
        put(next);
      }
    }
    return false;
  }

  private void body(byte next, long now) {
    left--;
    if (next == '\n') {
      listener.line(line, 0, length, now);
      length = 0;
    } else {
      put(next);
    }
    if (left == 0 && chunked) {
      state = State.DATA_END;
      saved = length;
    }
  }

  /** Length of a body line that continues in the next chunk. */
  private int saved;

  private boolean control(String text, long now) {
    switch (state) {
      case HEAD -> {
        length = 0;
        return head(text, now);
      }
      case DATA_END -> state = State.SIZE;
      case SIZE -> {
        int end = text.indexOf(';', saved);
        left = Long.parseLong(text.substring(saved, end < 0 ? text.length() : end).strip(), 16);
        length = saved;
        state = left == 0 ? State.TRAILER : State.DATA;
      }
      default -> {
        if (length == saved) {
          return end(now);
        }
        length = saved;
      }
    }
    return false;
  }

  private boolean head(String text, long now) {
    if (status == 0) {
      status = Integer.parseInt(text.substring(9, 12));
      return false;
    }
    if (text.isEmpty()) {
      listener.head(status);
      saved = 0;
      state = chunked ? State.SIZE : State.DATA;
      return !chunked && left == 0 && end(now);
    }
    String lower = text.toLowerCase(Locale.ROOT);
    chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
    lastResponse |= lower.startsWith("connection:") && lower.contains("close");
    if (lower.startsWith("content-length:")) {
      left = Long.parseLong(lower.substring(lower.indexOf(':') + 1).strip());
    }
    return false;
  }

  private boolean end(long now) {
    if (length > 0) {
      listener.line(line, 0, length, now);
    }
    listener.end(now);
    return true;
  }

  private void put(byte next) {
    if (length == line.length) {
      line = Arrays.copyOf(line, length * 2);
    }
    line[length++] = next;
  }
}

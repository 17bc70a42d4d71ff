package io.awaken.core.outbound;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads lines of JSON (NDJSON, JSON Lines): each non-blank line is a message; lines end with LF or
 * CRLF, optional for the last one. The caller parses the JSON, and must expect a last line that was
 * cut off. Works on bytes, so characters may be split over pieces. For one thread.
 */
public final class NdjsonReader implements MessageReader {

  private final ByteSource source;
  private final GrowingBytes line;

  private ByteBuffer input = ByteBuffer.allocate(0);
  private boolean ended;

  /**
   * @param maxLineBytes maximum bytes of a line without its end
   */
  public NdjsonReader(ByteSource source, int maxLineBytes) {
    this.source = source;
    this.line = new GrowingBytes(maxLineBytes, "line");
  }

  @Override
  public ByteBuffer next() throws IOException, InterruptedException {
    while (readLine()) {
      if (!blank()) {
        return line.view();
      }
    }
    return null;
  }

  /** Whether the last message had no line end. */
  @Override
  public boolean cut() {
    return ended;
  }

  /** Reads a line, possibly the last without an end; false at the end of the stream. */
  private boolean readLine() throws IOException, InterruptedException {
    line.clear();
    boolean carriageReturn = false;
    while (!ended) {
      while (input.hasRemaining()) {
        byte b = input.get();
        if (b == '\n') {
          return true;
        }
        if (carriageReturn) {
          line.add((byte) '\r');
        }
        carriageReturn = b == '\r';
        if (!carriageReturn) {
          line.add(b);
        }
      }
      input = source.read();
      ended = input == null;
    }
    return line.length() > 0;
  }

  private boolean blank() {
    for (int i = 0; i < line.length(); i++) {
      byte b = line.at(i);
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}

package io.awaken.core.outbound;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads lines of JSON (NDJSON, JSON Lines): each line that is not blank is one message; lines end
 * with LF or CRLF, and the last one may lack its end. Whether a line is JSON is for the caller to
 * find out, above all for a line that the end of the stream may have cut. Works on bytes, so a
 * character split over two pieces stays whole. For one thread.
 */
public final class NdjsonReader implements MessageReader {

  private final ByteSource source;
  private final GrowingBytes line;

  private ByteBuffer input = ByteBuffer.allocate(0);
  private boolean ended;

  /**
   * @param maxLineBytes bytes of a line at the most, its end not counted
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

  /** Whether the last message had no end of its line. */
  @Override
  public boolean cut() {
    return ended;
  }

  /** Reads one line, possibly the last without an end; false when there is none. */
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

package io.awaken.http.stream;

import jakarta.servlet.ServletOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Frames that leave in one write. */
final class SseChunk extends ByteArrayOutputStream {

  private static final int ENOUGH = 16 * 1024;

  SseChunk() {
    super(512);
  }

  boolean full() {
    return count >= ENOUGH;
  }

  /** Writes without a copy; the container may hold on to the bytes, so a chunk is never reused. */
  void sendTo(ServletOutputStream out) throws IOException {
    out.write(buf, 0, count);
  }
}

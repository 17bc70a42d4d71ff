package io.awaken.http.stream.write;

import jakarta.servlet.ServletOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Frames of one write. Allocates nothing before the first byte. */
final class FrameChunk extends ByteArrayOutputStream {

  private static final int ENOUGH = 16 * 1024;
  private static final int FIRST = 512;
  private static final byte[] NONE = {};

  FrameChunk() {
    super(0);
    buf = NONE;
  }

  boolean full() {
    return count >= ENOUGH;
  }

  @Override
  public synchronized void write(int b) {
    makeRoom();
    super.write(b);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    makeRoom();
    super.write(bytes, from, length);
  }

  private void makeRoom() {
    if (buf.length == 0) {
      buf = new byte[FIRST];
    }
  }

  /** Writes without a copy; the container may hold on to the bytes, so a chunk is never reused. */
  void sendTo(ServletOutputStream out) throws IOException {
    out.write(buf, 0, count);
  }
}

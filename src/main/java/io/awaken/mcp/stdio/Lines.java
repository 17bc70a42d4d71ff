package io.awaken.mcp.stdio;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads lines of UTF-8 up to a maximum length. Not thread-safe. */
final class Lines {

  /** Maximum number of bytes of a line or message: 8 MiB. */
  static final int MAX = 8 << 20;

  /** A line was longer than {@link #MAX}; the next one can still be read. */
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;

    TooLong() {
      super("a message is longer than " + MAX + " bytes");
    }
  }

  private final InputStream in;

  Lines(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /**
   * Returns the next line without its end; null at the end.
   *
   * @throws TooLong instead of a line that is too long
   */
  String next() throws IOException {
    var line = new ByteArrayOutputStream();
    int c = in.read();
    if (c < 0) {
      return null;
    }
    boolean tooLong = false;
    while (c >= 0 && c != '\n') {
      tooLong |= line.size() == MAX;
      if (!tooLong) {
        line.write(c);
      }
      c = in.read();
    }
    if (tooLong) {
      throw new TooLong();
    }
    String text = line.toString(StandardCharsets.UTF_8);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}

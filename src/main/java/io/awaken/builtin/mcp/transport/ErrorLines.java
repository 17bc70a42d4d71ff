package io.awaken.builtin.mcp.transport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Splits a process's error stream into log lines: bounded in length and number, without control
 * characters. For one thread.
 */
final class ErrorLines {

  /** Maximum logged bytes of a line. */
  static final int MAX_LINE = 2_000;

  /** Maximum logged lines within {@link #WINDOW_NANOS}. */
  static final int MAX_LINES = 100;

  private static final long WINDOW_NANOS = 10_000_000_000L;

  private final Consumer<String> sink;
  private final byte[] line = new byte[MAX_LINE];
  private int length;
  private boolean cut;
  private long window = System.nanoTime();
  private int lines;

  ErrorLines(Consumer<String> sink) {
    this.sink = sink;
  }

  /** Reads to the end, so that a full pipe never blocks the process. */
  void read(InputStream in) {
    byte[] piece = new byte[MAX_LINE];
    try {
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        for (int i = 0; i < read; i++) {
          add(piece[i]);
        }
      }
    } catch (IOException e) {
      // The process has ended.
    }
    log();
  }

  /** Logs one line of text. */
  void log(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    length = Math.min(bytes.length, MAX_LINE);
    cut = bytes.length > MAX_LINE;
    System.arraycopy(bytes, 0, line, 0, length);
    log();
  }

  private void add(byte b) {
    if (b == '\n') {
      log();
    } else if (length < MAX_LINE) {
      line[length++] = b;
    } else {
      cut = true;
    }
  }

  private void log() {
    String text =
        new String(line, 0, length, StandardCharsets.UTF_8)
            .replaceAll("[\\p{Cntrl}\\u2028\\u2029]", " ")
            .strip();
    if (!text.isEmpty() && room()) {
      sink.accept(cut ? text + " ..." : text);
    }
    length = 0;
    cut = false;
  }

  private boolean room() {
    long now = System.nanoTime();
    if (now - window > WINDOW_NANOS) {
      if (lines > MAX_LINES) {
        sink.accept("(" + (lines - MAX_LINES) + " lines omitted)");
      }
      window = now;
      lines = 0;
    }
    return ++lines <= MAX_LINES;
  }
}

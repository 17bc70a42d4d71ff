package io.awaken.bench.load;

import java.nio.charset.StandardCharsets;

/** Finds what a line of an event stream says without reading its JSON. */
final class EventLine {

  private static final byte[] DATA = bytes("data:");
  private static final byte[] TYPE = bytes("\"event_type\":\"");
  private static final byte[] DELTA = bytes("\"delta\":\"");
  private static final byte[] NATURAL = bytes("\"natural_end\"");
  private static final byte[] TEXT = bytes("text_delta\"");
  private static final byte[] TOOL_DONE = bytes("tool_call_done\"");
  private static final byte[] FINISH = bytes("run_finish\"");
  private static final int STAMP = 10;
  private static final int BASE = 36;

  enum Kind {
    NONE,
    OTHER,
    TEXT,
    TOOL_DONE,
    FINISHED,
    FAILED
  }

  private EventLine() {}

  /** What the line is; {@code NONE} for ids, comments and blank lines. */
  static Kind kind(byte[] line, int from, int to) {
    if (!starts(line, from, to, DATA)) {
      return Kind.NONE;
    }
    int type = after(line, from, to, TYPE);
    if (type < 0) {
      return Kind.OTHER;
    }
    if (starts(line, type, to, TEXT)) {
      return Kind.TEXT;
    }
    if (starts(line, type, to, TOOL_DONE)) {
      return Kind.TOOL_DONE;
    }
    if (starts(line, type, to, FINISH)) {
      return after(line, type, to, NATURAL) < 0 ? Kind.FAILED : Kind.FINISHED;
    }
    return Kind.OTHER;
  }

  /** When the endpoint sent the token, in nanoseconds; -1 when the line carries no time. */
  static long sentAt(byte[] line, int from, int to) {
    int at = after(line, from, to, DELTA);
    if (at < 0 || at + STAMP > to) {
      return -1;
    }
    long micros = 0;
    for (int i = at; i < at + STAMP; i++) {
      int digit = Character.digit(line[i], BASE);
      if (digit < 0) {
        return -1;
      }
      micros = micros * BASE + digit;
    }
    return micros * 1000;
  }

  private static boolean starts(byte[] line, int from, int to, byte[] what) {
    return to - from >= what.length
        && java.util.Arrays.equals(line, from, from + what.length, what, 0, what.length);
  }

  private static int after(byte[] line, int from, int to, byte[] what) {
    for (int i = from; i <= to - what.length; i++) {
      if (line[i] == what[0] && starts(line, i, to, what)) {
        return i + what.length;
      }
    }
    return -1;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

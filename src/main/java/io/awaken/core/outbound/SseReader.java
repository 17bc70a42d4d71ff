package io.awaken.core.outbound;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads a stream of server-sent events (WHATWG HTML, 9.2): lines end with LF, CR or CRLF, even
 * split over pieces; comments and an initial byte order mark are skipped; data lines are joined by
 * LF; an incomplete last event is dropped. {@code id} and {@code retry} are available to clients
 * that reconnect. Works on bytes, so characters may be split over pieces. For one thread.
 */
public final class SseReader implements MessageReader {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final byte[] DATA = {'d', 'a', 't', 'a'};
  private static final byte[] EVENT = {'e', 'v', 'e', 'n', 't'};
  private static final byte[] ID = {'i', 'd'};
  private static final byte[] RETRY = {'r', 'e', 't', 'r', 'y'};

  /** Maximum digits of a retry delay: about eleven days. */
  private static final int MAX_DIGITS = 9;

  /** Maximum bytes of an id. */
  private static final int MAX_ID = 1_024;

  private final ByteSource source;
  private final GrowingBytes line;
  private final GrowingBytes data;
  private final boolean lenient;
  private final boolean lines;

  private ByteBuffer input = ByteBuffer.allocate(0);
  private boolean firstLine = true;
  private boolean afterCarriageReturn;
  private boolean hasData;
  private boolean bare;
  private boolean ended;
  private String lastId;
  private long retryMillis = -1;

  /** What counts as an event. */
  public enum Leniency {
    /** As the standard says: an event without its blank line is discarded. */
    NONE,
    /**
     * The end of the stream also ends an event; then {@link #cut} says that it may be incomplete.
     * JSON without a field name counts as data, too: a line that is one object or array is an
     * event, and lines after the beginning of one belong to it.
     */
    JSON,
    /** As {@link #JSON}; and every other line that is no field is an event. */
    LINES
  }

  /** A reader that follows the standard. */
  public SseReader(ByteSource source, int maxEventBytes) {
    this(source, maxEventBytes, Leniency.NONE);
  }

  /**
   * @param maxEventBytes maximum bytes of a line and of an event's data
   */
  public SseReader(ByteSource source, int maxEventBytes, Leniency leniency) {
    this.source = source;
    this.lenient = leniency != Leniency.NONE;
    this.lines = leniency == Leniency.LINES;
    this.line = new GrowingBytes(maxEventBytes, "event");
    this.data = new GrowingBytes(maxEventBytes, "event");
  }

  /** Blocks for the next event with data and returns its data. */
  @Override
  public ByteBuffer next() throws IOException, InterruptedException {
    data.clear();
    hasData = false;
    bare = false;
    while (readLine()) {
      if (line.length() == 0) {
        if (hasData) {
          return data.view();
        }
      } else if (lenient && !hasData && isEvent()) {
        return line.view();
      } else {
        field();
      }
    }
    if (ended || !lenient) {
      return null;
    }
    ended = true;
    if (line.length() > 0) {
      if (!hasData && isEvent()) {
        return line.view();
      }
      field();
    }
    return hasData ? data.view() : null;
  }

  @Override
  public boolean cut() {
    return ended;
  }

  /** The last event id, even of an event without data; null for none. */
  public String lastId() {
    return lastId;
  }

  /** The reconnection delay in milliseconds; -1 without one. */
  public long retryMillis() {
    return retryMillis;
  }

  /** Reads a line; false when the stream ends before its end. */
  private boolean readLine() throws IOException, InterruptedException {
    line.clear();
    while (true) {
      while (input.hasRemaining()) {
        byte b = input.get();
        boolean secondOfPair = afterCarriageReturn && b == '\n';
        afterCarriageReturn = b == '\r';
        if (secondOfPair) {
          continue;
        }
        if (b == '\n' || b == '\r') {
          skipByteOrderMark();
          return true;
        }
        line.add(b);
      }
      input = source.read();
      if (input == null) {
        input = ByteBuffer.allocate(0);
        return false;
      }
    }
  }

  private void skipByteOrderMark() {
    if (firstLine && line.startsWith(BYTE_ORDER_MARK)) {
      line.removeFirst(BYTE_ORDER_MARK.length);
    }
    firstLine = false;
  }

  private void field() throws IOException {
    if (named(DATA)) {
      data(valueAfter(DATA));
    } else if (lenient && (bare || beginsJson())) {
      bare = true;
      data(0);
    } else if (named(ID)) {
      String id = value(ID);
      lastId = id.length() > MAX_ID || id.indexOf(0) >= 0 ? lastId : id;
    } else if (named(RETRY)) {
      String wait = value(RETRY);
      boolean number = wait.matches("[0-9]{1," + MAX_DIGITS + "}");
      retryMillis = number ? Long.parseLong(wait) : retryMillis;
    }
  }

  private void data(int begin) throws IOException {
    if (hasData) {
      data.add((byte) '\n');
    }
    hasData = true;
    data.addAll(line, begin, line.length());
  }

  private boolean beginsJson() {
    return line.length() > 0 && (line.at(0) == '{' || line.at(0) == '[');
  }

  /** Whether the line is an event of its own: a whole object or array, judged by its ends. */
  private boolean isEvent() {
    if (!beginsJson()) {
      return lines && !isField();
    }
    byte last = line.at(line.length() - 1);
    return last == '}' || last == ']';
  }

  private boolean isField() {
    return line.at(0) == ':' || named(DATA) || named(EVENT) || named(ID) || named(RETRY);
  }

  private boolean named(byte[] name) {
    return line.startsWith(name) && (line.length() == name.length || line.at(name.length) == ':');
  }

  /** The start of the value of a field. */
  private int valueAfter(byte[] name) {
    int begin = Math.min(name.length + 1, line.length());
    return begin < line.length() && line.at(begin) == ' ' ? begin + 1 : begin;
  }

  private String value(byte[] name) {
    var bytes = line.view();
    int begin = valueAfter(name);
    return StandardCharsets.UTF_8.decode(bytes.slice(begin, line.length() - begin)).toString();
  }
}

package io.awaken.core.outbound;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads a stream of server-sent events (WHATWG HTML, 9.2): lines end with LF, CR or CRLF, also over
 * the borders of pieces; comments and fields other than {@code data} are skipped; several data
 * lines are joined by LF; a byte order mark at the beginning is skipped; an event that the end of
 * the stream cuts is dropped. Works on bytes, so a character split by a border stays whole. For one
 * thread.
 */
public final class SseReader implements MessageReader {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final byte[] DATA = {'d', 'a', 't', 'a'};

  private final ByteSource source;
  private final GrowingBytes line;
  private final GrowingBytes data;

  private ByteBuffer input = ByteBuffer.allocate(0);
  private boolean firstLine = true;
  private boolean afterCarriageReturn;
  private boolean hasData;

  /**
   * @param maxEventBytes bytes of a line and of an event's data at the most
   */
  public SseReader(ByteSource source, int maxEventBytes) {
    this.source = source;
    this.line = new GrowingBytes(maxEventBytes, "event");
    this.data = new GrowingBytes(maxEventBytes, "event");
  }

  /** Blocks for the next event with data and returns its data. */
  @Override
  public ByteBuffer next() throws IOException, InterruptedException {
    data.clear();
    hasData = false;
    while (readLine()) {
      if (line.length() == 0) {
        if (hasData) {
          return data.view();
        }
      } else {
        field();
      }
      line.clear();
    }
    return null;
  }

  /** Reads up to a line's end; false when the stream ends before it. */
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
    int name = DATA.length;
    boolean bare = line.length() == name;
    if (!line.startsWith(DATA) || !bare && line.at(name) != ':') {
      return;
    }
    if (hasData) {
      data.add((byte) '\n');
    }
    hasData = true;
    int begin = bare ? name : name + 1;
    if (begin < line.length() && line.at(begin) == ' ') {
      begin++;
    }
    data.addAll(line, begin, line.length());
  }
}

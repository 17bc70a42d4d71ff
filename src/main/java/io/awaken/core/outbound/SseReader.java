package io.awaken.core.outbound;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads a stream of server-sent events (WHATWG HTML, 9.2): lines end with LF, CR or CRLF, also over
 * the borders of pieces; comments and fields other than {@code data} are skipped; several data
 * lines are joined by LF; a byte order mark at the beginning is skipped; an event that the end of
 * the stream cuts is dropped. Works on bytes, so a character split by a border stays whole. For one
 * thread.
 */
public final class SseReader {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final byte[] DATA = {'d', 'a', 't', 'a'};

  private final ByteSource source;
  private final int maxEventBytes;
  private final Bytes line = new Bytes();
  private final Bytes data = new Bytes();

  private ByteBuffer input = ByteBuffer.allocate(0);
  private boolean firstLine = true;
  private boolean afterCarriageReturn;
  private boolean hasData;

  /**
   * @param maxEventBytes bytes of a line and of an event's data at the most
   */
  public SseReader(ByteSource source, int maxEventBytes) {
    this.source = source;
    this.maxEventBytes = maxEventBytes;
  }

  /**
   * Blocks for the next event with data.
   *
   * @return its data, valid until the next call; null at the end of the stream
   * @throws IOException also when a line or an event is too long
   */
  public ByteBuffer next() throws IOException, InterruptedException {
    data.length = 0;
    hasData = false;
    while (readLine()) {
      if (line.length == 0) {
        if (hasData) {
          return ByteBuffer.wrap(data.bytes, 0, data.length);
        }
      } else {
        field();
      }
      line.length = 0;
    }
    return null;
  }

  /** Reads up to a line's end; false when the stream ends before it. */
  private boolean readLine() throws IOException, InterruptedException {
    line.length = 0;
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
        line.add(b, maxEventBytes);
      }
      input = source.read();
      if (input == null) {
        input = ByteBuffer.allocate(0);
        return false;
      }
    }
  }

  private void skipByteOrderMark() {
    int mark = BYTE_ORDER_MARK.length;
    if (firstLine && line.startsWith(BYTE_ORDER_MARK)) {
      System.arraycopy(line.bytes, mark, line.bytes, 0, line.length - mark);
      line.length -= mark;
    }
    firstLine = false;
  }

  private void field() throws IOException {
    int name = DATA.length;
    boolean bare = line.length == name;
    if (!line.startsWith(DATA) || !bare && line.bytes[name] != ':') {
      return;
    }
    if (hasData) {
      data.add((byte) '\n', maxEventBytes);
    }
    hasData = true;
    int begin = bare ? name : name + 1;
    if (begin < line.length && line.bytes[begin] == ' ') {
      begin++;
    }
    data.addAll(line.bytes, begin, line.length - begin, maxEventBytes);
  }

  /** A growing array that is used again for every line. */
  private static final class Bytes {
    private byte[] bytes = new byte[512];
    private int length;

    private void add(byte b, int limit) throws IOException {
      reserve(1, limit);
      bytes[length++] = b;
    }

    private void addAll(byte[] from, int begin, int count, int limit) throws IOException {
      reserve(count, limit);
      System.arraycopy(from, begin, bytes, length, count);
      length += count;
    }

    private void reserve(int more, int limit) throws IOException {
      if (length + more > limit) {
        throw new IOException("event has more than " + limit + " bytes");
      }
      if (length + more > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
      }
    }

    private boolean startsWith(byte[] prefix) {
      return length >= prefix.length
          && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
    }
  }
}

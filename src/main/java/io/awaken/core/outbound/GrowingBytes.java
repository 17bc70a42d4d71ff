package io.awaken.core.outbound;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A byte array that grows up to a limit and is reused for every message. For one thread. */
final class GrowingBytes {

  private final int limit;
  private final String what;
  private byte[] bytes = new byte[512];
  private int length;

  /**
   * @param limit maximum bytes
   * @param what name of the content, for the error message
   */
  GrowingBytes(int limit, String what) {
    this.limit = limit;
    this.what = what;
  }

  int length() {
    return length;
  }

  byte at(int index) {
    return bytes[index];
  }

  void clear() {
    length = 0;
  }

  /**
   * @throws IOException when the limit is exceeded
   */
  void add(byte b) throws IOException {
    reserve(1);
    bytes[length++] = b;
  }

  /** Appends the bytes between two indexes of another array. */
  void addAll(GrowingBytes from, int begin, int end) throws IOException {
    reserve(end - begin);
    System.arraycopy(from.bytes, begin, bytes, length, end - begin);
    length += end - begin;
  }

  boolean startsWith(byte[] prefix) {
    return length >= prefix.length
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }

  void removeFirst(int count) {
    System.arraycopy(bytes, count, bytes, 0, length - count);
    length -= count;
  }

  ByteBuffer view() {
    return ByteBuffer.wrap(bytes, 0, length);
  }

  private void reserve(int more) throws IOException {
    if (length + more > limit) {
      throw new IOException(what + " has more than " + limit + " bytes");
    }
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
  }
}

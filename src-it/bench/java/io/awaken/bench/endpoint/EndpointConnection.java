package io.awaken.bench.endpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** A keep-alive connection: collects requests, and buffers output while the socket is full. */
final class EndpointConnection {

  private static final int FIRST_BUFFER = 8 * 1024;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SocketChannel channel;
  private final SelectionKey key;
  private byte[] received = new byte[FIRST_BUFFER];
  private int length;
  private int bodyStart;
  private ByteBuffer held = NOTHING;
  private int tokensLeft;

  EndpointConnection(SocketChannel channel, SelectionKey key) {
    this.channel = channel;
    this.key = key;
  }

  /**
   * Reads the available bytes.
   *
   * @return false if the peer has closed the connection
   */
  boolean read(ByteBuffer buffer) throws IOException {
    buffer.clear();
    int count = channel.read(buffer);
    if (count < 0) {
      return false;
    }
    if (length + count > received.length) {
      received = Arrays.copyOf(received, Math.max(received.length * 2, length + count));
    }
    buffer.flip().get(received, length, count);
    length += count;
    return true;
  }

  /** Removes and returns the next complete request; null if there is none. */
  Request take() {
    if (bodyStart == 0) {
      bodyStart = endOfHead();
    }
    if (bodyStart == 0) {
      return null;
    }
    String head = new String(received, 0, bodyStart, StandardCharsets.ISO_8859_1);
    int end = bodyStart + contentLength(head);
    if (length < end) {
      return null;
    }
    String body = new String(received, bodyStart, end - bodyStart, StandardCharsets.ISO_8859_1);
    System.arraycopy(received, end, received, 0, length - end);
    length -= end;
    bodyStart = 0;
    return new Request(head.substring(0, head.indexOf('\r')), body);
  }

  /** The request line and the body. */
  record Request(String line, String body) {}

  private int endOfHead() {
    for (int i = 3; i < length; i++) {
      if (received[i] == '\n' && received[i - 2] == '\n') {
        return i + 1;
      }
    }
    return 0;
  }

  private static int contentLength(String head) {
    String name = "\r\ncontent-length:";
    int at = head.toLowerCase(Locale.ROOT).indexOf(name);
    if (at < 0) {
      return 0;
    }
    int from = at + name.length();
    return Integer.parseInt(head.substring(from, head.indexOf('\r', from)).strip());
  }

  void write(byte[] bytes) throws IOException {
    if (held.hasRemaining()) {
      hold(ByteBuffer.wrap(bytes));
      return;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    channel.write(buffer);
    if (buffer.hasRemaining()) {
      hold(buffer);
    }
  }

  private void hold(ByteBuffer more) {
    ByteBuffer all = ByteBuffer.allocate(held.remaining() + more.remaining());
    held = all.put(held).put(more).flip();
    key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
  }

  void writeHeld() throws IOException {
    channel.write(held);
    if (!held.hasRemaining()) {
      key.interestOps(SelectionKey.OP_READ);
    }
  }

  void beginStream(int tokens) {
    tokensLeft = tokens;
  }

  void countToken() {
    tokensLeft--;
  }

  boolean streamOver() {
    return tokensLeft <= 0;
  }

  void close() {
    tokensLeft = 0;
    key.cancel();
    try {
      channel.close();
    } catch (IOException alreadyGone) {
      held = NOTHING;
    }
  }
}

package io.awaken.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** A keep-alive connection to the server with at most one pending request. */
final class LoadConnection {

  private final SocketChannel channel = SocketChannel.open();
  private final SelectionKey key;
  private final ResponseParser parser = new ResponseParser();
  private ByteBuffer request;
  private ResponseListener listener;

  LoadConnection(Selector selector, InetSocketAddress server) throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    key = channel.register(selector, SelectionKey.OP_CONNECT, this);
    if (channel.connect(server)) {
      key.interestOps(SelectionKey.OP_READ);
    }
  }

  void send(byte[] bytes, ResponseListener to) throws IOException {
    request = ByteBuffer.wrap(bytes);
    listener = to;
    parser.expect(to);
    if (channel.isConnected()) {
      write();
    }
  }

  private void write() throws IOException {
    channel.write(request);
    int write = request.hasRemaining() ? SelectionKey.OP_WRITE : 0;
    key.interestOps(SelectionKey.OP_READ | write);
  }

  /**
   * Writes or reads as the socket permits.
   *
   * @return whether the connection became idle
   * @throws IOException if it was closed
   */
  boolean ready(ByteBuffer buffer) throws IOException {
    if (key.isConnectable()) {
      channel.finishConnect();
      write();
      return false;
    }
    if (key.isWritable()) {
      write();
    }
    return key.isReadable() && read(buffer);
  }

  private boolean read(ByteBuffer buffer) throws IOException {
    buffer.clear();
    if (channel.read(buffer) < 0) {
      throw new IOException("the server closed the connection");
    }
    if (listener == null || !parser.accept(buffer.flip(), System.nanoTime())) {
      return false;
    }
    listener = null;
    return true;
  }

  boolean reusable() {
    return channel.isOpen() && !parser.lastResponse();
  }

  /** Closes the connection; a pending response fails. */
  void close(String reason) {
    key.cancel();
    try {
      channel.close();
    } catch (IOException alreadyGone) {
      request = null;
    }
    ResponseListener last = listener;
    listener = null;
    if (last != null) {
      last.failed(reason);
    }
  }
}

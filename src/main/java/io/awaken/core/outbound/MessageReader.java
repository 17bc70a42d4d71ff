package io.awaken.core.outbound;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Splits a stream of bytes into messages. For one thread. */
public interface MessageReader {

  /**
   * Blocks for the next message.
   *
   * @return its bytes, backed by an array and valid until the next call; null at the end of the
   *     stream
   * @throws java.net.http.HttpTimeoutException when no bytes arrived in time
   * @throws IOException when the stream broke off, or a message is larger than the reader's limit
   */
  ByteBuffer next() throws IOException, InterruptedException;

  /** Whether the end of the stream may have cut the last message. */
  default boolean cut() {
    return false;
  }
}

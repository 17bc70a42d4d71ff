package io.awaken.bench.clients;

import java.io.IOException;
import java.net.URI;
import java.util.function.ObjIntConsumer;

/** An HTTP client that reads streams on the caller's thread. Thread-safe. */
interface StreamClient extends AutoCloseable {

  String name();

  /**
   * Sends a document and reads the whole answer.
   *
   * @param pieces receives the bytes and the length of each read; length 0 marks the end
   */
  void read(URI address, byte[] document, ObjIntConsumer<byte[]> pieces)
      throws IOException, InterruptedException;

  @Override
  void close() throws IOException;
}

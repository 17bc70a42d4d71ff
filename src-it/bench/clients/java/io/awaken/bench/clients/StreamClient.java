package io.awaken.bench.clients;

import java.io.IOException;
import java.net.URI;
import java.util.function.ObjIntConsumer;

/** An HTTP client that reads streams on the thread that calls it. Thread-safe. */
interface StreamClient extends AutoCloseable {

  String name();

  /**
   * Sends a document and reads the whole answer.
   *
   * @param pieces gets the bytes of each read and how many they are, until it is told 0
   */
  void read(URI address, byte[] document, ObjIntConsumer<byte[]> pieces)
      throws IOException, InterruptedException;

  @Override
  void close() throws IOException;
}

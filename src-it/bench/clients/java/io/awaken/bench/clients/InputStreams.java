package io.awaken.bench.clients;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.ObjIntConsumer;

/** Reads as the server does: the available bytes, at most 8 KiB at a time. */
final class InputStreams {

  private static final int BUFFER = 8 << 10;

  private InputStreams() {}

  static void readAll(InputStream body, ObjIntConsumer<byte[]> pieces) throws IOException {
    byte[] buffer = new byte[BUFFER];
    for (int length = body.read(buffer); length >= 0; length = body.read(buffer)) {
      pieces.accept(buffer, length);
    }
    pieces.accept(buffer, 0);
  }
}

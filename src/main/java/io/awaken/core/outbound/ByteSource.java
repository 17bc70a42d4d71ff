package io.awaken.core.outbound;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where bytes come from, piece by piece. */
@FunctionalInterface
public interface ByteSource {

  /**
   * Blocks for the next bytes.
   *
   * @return at least one byte, or null at the end
   * @throws java.net.http.HttpTimeoutException when nothing came for too long
   * @throws IOException when the source broke off
   */
  ByteBuffer read() throws IOException, InterruptedException;
}

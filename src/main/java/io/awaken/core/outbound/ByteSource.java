package io.awaken.core.outbound;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A source of bytes, read piece by piece. */
@FunctionalInterface
public interface ByteSource {

  /**
   * Blocks for the next bytes.
   *
   * @return at least one byte, or null at the end
   * @throws java.net.http.HttpTimeoutException when no bytes arrived in time
   * @throws IOException when the source broke off
   */
  ByteBuffer read() throws IOException, InterruptedException;
}

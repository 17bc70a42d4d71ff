package io.awaken.http.stream;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes what a reader is sent in the words of a protocol, as complete server-sent event frames.
 * One per stream, fed from the beginning of the stream, never by two threads at once; may keep
 * state.
 */
@FunctionalInterface
public interface StreamEncoder {
  void encode(StreamItem item, OutputStream out) throws IOException;
}

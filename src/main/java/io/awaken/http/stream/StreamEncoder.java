package io.awaken.http.stream;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes a reader's items in the format of a protocol, as complete frames. Called by one thread at
 * a time; may have state. Its output depends only on its input, so that another encoder with the
 * same input continues where one stopped.
 */
@FunctionalInterface
public interface StreamEncoder {

  /**
   * Writes an item, or nothing. A {@link StreamItem.Reset} revokes what the reader received after
   * its cursor; an encoder with state is then replaced by one with the state of that cursor.
   */
  void encode(StreamItem item, OutputStream out) throws IOException;

  /**
   * Called once before the reader's first event or reset, with the state of what the reader already
   * has.
   */
  default void begin(OutputStream out) throws IOException {}

  /**
   * Whether the encoder has written the end of its protocol's stream, even if the run continues.
   * Called after each item, for encoders with state.
   */
  default boolean over() {
    return false;
  }

  /** Called once when the stream is complete and no item follows, however it ended. */
  default void end(OutputStream out) throws IOException {}
}

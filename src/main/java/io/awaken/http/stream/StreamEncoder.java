package io.awaken.http.stream;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes what one reader is sent of a run in the words of a protocol, as complete frames. Never
 * called by two threads at once; may keep state. What it writes depends on nothing but the items
 * that it was given, so that an encoder that is given the same items again goes on where another
 * one stopped.
 */
@FunctionalInterface
public interface StreamEncoder {

  /**
   * Writes an item, or nothing. A {@link StreamItem.Reset} says that what the reader got behind its
   * cursor is void; an encoder with state is replaced after it by one that has the state of that
   * cursor.
   */
  void encode(StreamItem item, OutputStream out) throws IOException;

  /**
   * Called once, with the state of what the reader has, before the first event or reset that the
   * reader gets.
   */
  default void begin(OutputStream out) throws IOException {}

  /**
   * Whether the encoder has written the end of what its protocol sends: the stream of a run ends
   * here, although the run may go on. Asked after each item, of encoders with state.
   */
  default boolean over() {
    return false;
  }

  /** Called once when the stream is complete and no item follows, however it ended. */
  default void end(OutputStream out) throws IOException {}
}

package io.awaken.http.stream.write;

import io.awaken.core.observe.RunObserver.StreamEnd;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Supplies the frames of one stream to its writer. {@link #next} and the state of the end are
 * accessed by one thread at a time, the rest by any; never blocks.
 */
public interface FrameSource {

  /**
   * Starts reading.
   *
   * @param wake called by any thread whenever there may be something to write
   */
  void start(Runnable wake);

  /**
   * Appends complete frames, or nothing.
   *
   * @return false when there is nothing more now
   */
  boolean next(OutputStream out) throws IOException;

  /** Whether {@link #next} will never write anything again. */
  boolean finished();

  /** How a finished stream has ended. */
  StreamEnd end();

  /** Nothing arrived for a while; called once until something arrives. */
  void quiet();

  /** Ends the stream after the queued frames and asks the reader to reconnect. */
  void reconnect();

  /** The stream has ended. */
  void close();

  /** What is read, for the log. */
  String what();
}

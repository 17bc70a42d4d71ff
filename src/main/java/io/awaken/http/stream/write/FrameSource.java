package io.awaken.http.stream.write;

import io.awaken.http.stream.StreamWatch;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Brings the frames of one stream to its writer, which does not know what they are. {@link #next}
 * and what it tells are called by one thread at a time, the rest by any; nothing here blocks.
 */
public interface FrameSource {

  /**
   * Begins to read.
   *
   * @param wake called by any thread whenever there may be something to write
   */
  void start(Runnable wake);

  /**
   * Appends what comes next, complete frames or nothing.
   *
   * @return false when there is nothing more now
   */
  boolean next(OutputStream out) throws IOException;

  /** Whether {@link #next} will never bring anything again. */
  boolean finished();

  /** How the stream has ended that is finished. */
  StreamWatch.End end();

  /** Nothing came for a while; said once until something comes. */
  void quiet();

  /** Ends the stream behind what waits and lets the reader come back. */
  void reconnect();

  /** The stream is over. */
  void close();

  /** What is read, for the log. */
  String what();
}

package io.awaken.http.stream.read;

import io.awaken.http.stream.StreamItem;

/** Brings the items of one stream to its writer. Thread-safe; nothing here blocks. */
public interface StreamReader {

  /** The next item, or null when there is none now. */
  StreamItem next();

  /** Whether {@link #next} will never bring anything again. */
  boolean finished();

  /** Nothing came for a while; said once until something comes. */
  void quiet();

  /** Ends the stream behind what waits and lets the reader come back. */
  void reconnect();

  /** The reader has left. */
  void close();

  /** What is read, for the log. */
  String what();
}

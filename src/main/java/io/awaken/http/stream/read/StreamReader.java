package io.awaken.http.stream.read;

import io.awaken.http.stream.StreamItem;

/** Supplies the items of one stream to its writer. Thread-safe; never blocks. */
public interface StreamReader {

  /** The next item, or null when there is none now. */
  StreamItem next();

  /** Whether {@link #next} will never return an item again. */
  boolean finished();

  /** Nothing arrived for a while; called once until something arrives. */
  void quiet();

  /** Ends the stream after the queued items and asks the reader to reconnect. */
  void reconnect();

  /** The reader has disconnected. */
  void close();

  /** What is read, for the log. */
  String what();
}

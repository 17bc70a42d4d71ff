package io.awaken.http.stream;

/** Counts streams for metrics. Must neither block nor throw. */
public interface StreamWatch {

  /** Ignores all streams. */
  StreamWatch NONE =
      new StreamWatch() {
        @Override
        public void opened() {}

        @Override
        public void ended(End why) {}
      };

  /** How a stream ends. */
  enum End {
    /** Everything that it was to bring was written. */
    COMPLETE,
    /** The reader was asked to reconnect: age, drain, or a failure of ours. */
    RECONNECT,
    /** The reader did not keep up, or took nothing for too long. */
    SLOW,
    /** The reader went away. */
    LEFT,
    /** Writing failed for another reason. */
    FAILED
  }

  /** A stream was opened. */
  void opened();

  /** It is over; once for each that was opened. */
  void ended(End why);
}

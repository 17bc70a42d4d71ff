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
    /** The stream was complete. */
    COMPLETE,
    /** The reader was asked to reconnect: age, drain, or a failure of ours. */
    RECONNECT,
    /** The reader was too slow. */
    SLOW,
    /** The reader disconnected. */
    LEFT,
    /** Writing failed for another reason. */
    FAILED
  }

  /** A stream was opened. */
  void opened();

  /** Called once for each opened stream when it has ended. */
  void ended(End why);
}

package io.awaken.http.stream;

import io.awaken.core.run.RunId;
import java.util.function.Function;

/**
 * How a protocol writes the stream of one reader: the frames, and the encoders that fill them.
 *
 * <p>An encoder with state is made for the reader and a run, and is first given, silently, what the
 * reader has of that run: from the log, or from the live tail where the reader has more than that.
 * This happens when a reader comes back, on any node, and after a {@link StreamItem.Reset}. An
 * encoder without state is given only what the reader lacks, which costs no query.
 */
public interface StreamEncoding {

  /**
   * Makes an encoder.
   *
   * @param run the run whose events it writes; null on the stream of a whole thread, for an encoder
   *     without state, which writes all its runs, and for one that only ends a stream without a run
   */
  StreamEncoder encoder(RunId run);

  /** Whether what an encoder writes depends on what it was given before. */
  boolean stateful();

  /**
   * Whether the stream of a run stays open while the run waits for a decision, and goes on behind
   * it; otherwise it ends with the pause.
   */
  default boolean outlastsPauses() {
    return false;
  }

  /** The frames that its encoders write. */
  default FrameFormat format() {
    return FrameFormat.SSE;
  }

  /** The stream is over. Called once, by any thread; must neither block nor throw. */
  default void ended(StreamWatch.End why) {}

  /** Server-sent events of encoders without state. */
  static StreamEncoding stateless(Function<RunId, StreamEncoder> encoders) {
    return new StreamEncoding() {
      @Override
      public StreamEncoder encoder(RunId run) {
        return encoders.apply(run);
      }

      @Override
      public boolean stateful() {
        return false;
      }
    };
  }

  /** Server-sent events of one encoder without state. */
  static StreamEncoding stateless(StreamEncoder encoder) {
    return stateless(run -> encoder);
  }
}

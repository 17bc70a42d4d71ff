package io.awaken.http.stream;

import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.RunId;
import java.util.function.Function;

/**
 * How a protocol writes one reader's stream: the frames, and their encoders.
 *
 * <p>An encoder with state belongs to one reader and one run, and is first silently given what the
 * reader already has of that run: from the log, or from the live tail if the reader has more. This
 * happens when a reader reconnects, on any node, and after a {@link StreamItem.Reset}. An encoder
 * without state gets only what the reader lacks, which costs no query.
 */
public interface StreamEncoding {

  /**
   * Creates an encoder.
   *
   * @param run the run to encode; null on the stream of a thread, for an encoder without state that
   *     writes all runs, and to end a stream without a run
   */
  StreamEncoder encoder(RunId run);

  /** Whether an encoder's output depends on earlier items. */
  boolean stateful();

  /**
   * Whether the stream of a run stays open while the run waits for a decision; otherwise it ends
   * with the pause.
   */
  default boolean outlastsPauses() {
    return false;
  }

  /**
   * What the reader has of delegates, whose items are then between those of the run ({@link
   * StreamItem.WithDelegates}); null for a stream without them.
   */
  default DelegatePlaces delegates() {
    return null;
  }

  /** The frames of its encoders. */
  default FrameFormat format() {
    return FrameFormat.SSE;
  }

  /** Called once when the stream has ended, by any thread; must neither block nor throw. */
  default void ended(StreamEnd why) {}

  /** Server-sent events of encoders without state. */
  static StreamEncoding stateless(Function<RunId, StreamEncoder> encoders) {
    return stateless(encoders, null);
  }

  /**
   * Server-sent events of encoders without state.
   *
   * @param delegates what the reader has of delegates; null for a stream without them
   */
  static StreamEncoding stateless(
      Function<RunId, StreamEncoder> encoders, DelegatePlaces delegates) {
    return new StreamEncoding() {
      @Override
      public DelegatePlaces delegates() {
        return delegates;
      }

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

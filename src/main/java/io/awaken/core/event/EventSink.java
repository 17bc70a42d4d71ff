package io.awaken.core.event;

import io.awaken.core.run.RunId;

/**
 * Takes the events of one activation of a run while they happen. Called by the run's own thread
 * only, in order of sequence numbers; must not block: a slow reader is the sink's affair.
 */
public interface EventSink {

  /** Publishes nothing. */
  EventSink SILENT =
      new EventSink() {
        @Override
        public void publish(StreamEvent event) {}

        @Override
        public void committed(long sequence) {}

        @Override
        public void close(boolean ended) {}
      };

  /** One more event; those that others may act on come after the commit that holds them. */
  void publish(StreamEvent event);

  /** Everything up to this sequence number can be read from the log from now on. */
  void committed(long sequence);

  /**
   * The activation is over.
   *
   * @param ended true when the run is done, false when it goes on elsewhere or later
   */
  void close(boolean ended);

  /** Opens the sink of an activation whose events carry the given epoch. */
  @FunctionalInterface
  interface Factory {
    EventSink open(RunId runId, long epoch, long lastSequence);

    /**
     * A run is not this node's any more, though what works on it may not have stopped: nobody is to
     * wait for what its activations up to this epoch still say. Called by any thread, may be
     * repeated, must not block.
     */
    default void abandon(RunId runId, long epoch) {}
  }
}

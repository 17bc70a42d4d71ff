package io.awaken.core.event;

import io.awaken.core.run.RunId;

/**
 * Receives the events of one activation of a run while they happen. Called by the run's own thread
 * only, in order of sequence numbers; must not block: the sink handles slow readers itself.
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

  /**
   * The next event; events that trigger actions elsewhere come after the commit that contains them.
   */
  void publish(StreamEvent event);

  /** Everything up to this sequence number can be read from the log from now on. */
  void committed(long sequence);

  /**
   * The activation is over.
   *
   * @param ended true when the run is done, false when it continues later or on another node
   */
  void close(boolean ended);

  /** Opens the sink of an activation whose events carry the given epoch. */
  @FunctionalInterface
  interface Factory {
    EventSink open(RunId runId, long epoch, long lastSequence);

    /**
     * This node lost the run, though its activation may still be working: readers must not wait for
     * further events of its activations up to this epoch. Called by any thread, idempotent, must
     * not block.
     */
    default void abandon(RunId runId, long epoch) {}
  }
}

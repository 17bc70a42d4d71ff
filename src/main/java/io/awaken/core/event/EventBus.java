package io.awaken.core.event;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Publishes hints of this node to all others and delivers theirs. No behaviour relies on it: hints
 * may be lost when too many are queued, when the connection is down, or when a node fails. A node
 * does not receive its own hints. Thread-safe.
 */
public interface EventBus extends AutoCloseable {

  /** A single node without others. */
  EventBus NONE =
      new EventBus() {
        @Override
        public boolean publishFrom(Source source) {
          return false;
        }

        @Override
        public void subscribe(Consumer<Hint> listener) {}

        @Override
        public void close() {}
      };

  /** Publishes soon; call it after the commit that the hint is about. Never blocks or fails. */
  default void publish(Hint hint) {
    publishFrom(() -> List.of(hint));
  }

  /**
   * Publishes hints that the source builds only when they are sent, so that values that change
   * often are current.
   *
   * @return false when the source will not be called, because no node subscribes or the queue is
   *     full
   */
  boolean publishFrom(Source source);

  /**
   * Subscribes to the hints of other nodes, in the order in which each of them published. Called on
   * a thread of the bus, which the listener must not block; what it throws is logged.
   */
  void subscribe(Consumer<Hint> listener);

  /**
   * The background tasks of the bus by thread name; each ends some time after {@link #close}.
   * Nothing is published or delivered before they run.
   */
  default Map<String, Runnable> duties() {
    return Map.of();
  }

  /** Publishes what is queued and ends; idempotent. */
  @Override
  void close();

  /** Builds hints at the time they are sent. */
  @FunctionalInterface
  interface Source {

    /** The hints to publish now; may be empty. Called once for each time it was published. */
    List<Hint> take();
  }
}

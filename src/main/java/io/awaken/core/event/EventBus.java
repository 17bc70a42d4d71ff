package io.awaken.core.event;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Carries hints from this node to all others, and theirs to this one. Nothing relies on it: hints
 * may be lost when too many wait, when the connection is away, or when a node is. What a node tells
 * it does not hear itself. Thread-safe.
 */
public interface EventBus extends AutoCloseable {

  /** There is no other node. */
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

  /** Tells the others, soon; for after the commit of what it is about. Never blocks or fails. */
  default void publish(Hint hint) {
    publishFrom(() -> List.of(hint));
  }

  /**
   * The same for whatever there is to tell when its turn has come, so that what changes often is
   * told as it is then.
   *
   * @return false when it will not be asked, since nobody listens or too much waits
   */
  boolean publishFrom(Source source);

  /**
   * Hears every hint of other nodes from now on, in the order in which each of them told it. Called
   * on a thread of the bus, which it must not hold up; what it throws is logged.
   */
  void subscribe(Consumer<Hint> listener);

  /**
   * What the bus does on threads of its own, by their names; each ends by itself some time after
   * {@link #close}. Nothing is told or heard before they run.
   */
  default Map<String, Runnable> duties() {
    return Map.of();
  }

  /** Tells what waits and ends; may be repeated. */
  @Override
  void close();

  /** Has something to tell. */
  @FunctionalInterface
  interface Source {

    /** What is to be told now; may be nothing. Called once for each time it was published. */
    List<Hint> take();
  }
}

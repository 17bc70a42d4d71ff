package io.awaken.core.event;

import java.util.function.Consumer;

/**
 * Stands between a run and its events: may change or drop one before it is numbered, may hold back
 * text until it has seen more of it, and sees each event go out. Used by the run's own thread only;
 * nothing of it fails.
 */
public interface EventTap {

  /** Changes nothing and looks at nothing. */
  EventTap NONE =
      new EventTap() {
        @Override
        public void pass(AgentEvent event, Consumer<TaggedEvent> out) {
          out.accept(TaggedEvent.of(event));
        }

        @Override
        public void complete(String key, Consumer<TaggedEvent> out) {}

        @Override
        public void forget() {}

        @Override
        public String stored(AgentEvent.Delta whole) {
          return whole.delta();
        }

        @Override
        public void published(StreamEvent event) {}
      };

  /** Hands on the event as it shall be stored and published; nothing when it is not to happen. */
  void pass(AgentEvent event, Consumer<TaggedEvent> out);

  /**
   * No more text follows: hands on what was held back of it.
   *
   * @param key of its deltas
   */
  void complete(String key, Consumer<TaggedEvent> out);

  /** What was said and held back of texts so far is of no account: they are not to be stored. */
  void forget();

  /**
   * A text as it shall be stored: what was handed on of it when it is what its deltas said,
   * otherwise what would be.
   */
  String stored(AgentEvent.Delta whole);

  /** The event went out. */
  void published(StreamEvent event);
}

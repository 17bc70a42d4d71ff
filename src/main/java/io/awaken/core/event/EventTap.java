package io.awaken.core.event;

import java.util.function.Consumer;

/**
 * Stands between a run and its events: may change or drop one before it is numbered, may hold back
 * text until more of it arrives, and observes each event that is published. Used by the run's own
 * thread only; never throws.
 */
public interface EventTap {

  /** Passes every event unchanged. */
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

  /** Returns the event to store and publish; nothing when it is dropped. */
  void pass(AgentEvent event, Consumer<TaggedEvent> out);

  /**
   * The text is complete: releases the held-back part.
   *
   * @param key of its deltas
   */
  void complete(String key, Consumer<TaggedEvent> out);

  /** Discards the emitted and held-back texts, which are not stored. */
  void forget();

  /**
   * The form in which a text is stored: the emitted deltas when they make up the whole text,
   * otherwise the text as the tap would emit it.
   */
  String stored(AgentEvent.Delta whole);

  /** The event was published. */
  void published(StreamEvent event);
}

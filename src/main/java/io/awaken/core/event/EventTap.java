package io.awaken.core.event;

/** Stands between a run and its events: may change one before it is numbered, sees each go out. */
public interface EventTap {

  /** Changes nothing and looks at nothing. */
  EventTap NONE =
      new EventTap() {
        @Override
        public TaggedEvent before(AgentEvent event) {
          return TaggedEvent.of(event);
        }

        @Override
        public void published(StreamEvent event) {}
      };

  /** The event as it shall be stored and published; never fails. */
  TaggedEvent before(AgentEvent event);

  /** The event went out; never fails. */
  void published(StreamEvent event);
}

package io.awaken.core.plugin;

import io.awaken.core.event.TaggedEvent;
import io.awaken.core.run.RunIdentity;

/**
 * Called for every event before it is numbered, stored and published. A failure is logged, and the
 * event goes on as it was.
 */
@FunctionalInterface
public interface OnEvent {

  /**
   * @return the event that takes its place, of the same kind and with the same ids; null keeps it
   */
  TaggedEvent onEvent(RunIdentity run, TaggedEvent event) throws Exception;
}

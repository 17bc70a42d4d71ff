package io.awaken.core.plugin.hook;

import io.awaken.core.event.TaggedEvent;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.run.RunIdentity;

/**
 * Called for every event before it is numbered, stored and published. Its result is what readers,
 * the log and stored data get: for a text the stored message and {@code final_output}, for a call's
 * result the stored tool message, for the last event the stored run. Only such changes are
 * accepted, and changes of events that are not stored elsewhere; the table is in docs/plugins.md.
 * The last event of a run that was ended without an owner is already stored: changes of it are
 * ignored. A failure, or a change that is not accepted, is logged, and the event stays unchanged. A
 * hook that masks secrets registers with {@link FailurePolicy#WITHHOLD}: content that it failed to
 * check then reaches neither readers nor storage.
 */
@FunctionalInterface
public interface OnEvent {

  /**
   * @param event as earlier plugins returned it; a delta begins with the text that this plugin held
   *     back
   * @return the replacement event, of identical kind and ids; one that is {@link TaggedEvent#drop
   *     dropped} or whose end is {@link TaggedEvent#holdBack held back}; null keeps it
   */
  TaggedEvent onEvent(RunIdentity run, TaggedEvent event) throws Exception;
}

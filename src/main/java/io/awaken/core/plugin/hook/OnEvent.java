package io.awaken.core.plugin.hook;

import io.awaken.core.event.TaggedEvent;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.run.RunIdentity;

/**
 * Called for every event before it is numbered, stored and published. What it makes of an event is
 * what readers, the log and stored data get: of a text the stored message and {@code final_output},
 * of a call's result the stored tool message, of the last event the stored run. Only such changes
 * are taken, and those of events that are stored nowhere else; the table is in docs/plugins.md. The
 * last event of a run that was ended without an owner is stored before: changes of it are passed
 * over. A failure, or a change that is not taken, is logged, and the event goes on as it was. A
 * hook that masks secrets registers with {@link FailurePolicy#WITHHOLD}: then what it failed to
 * check reaches neither readers nor storage.
 */
@FunctionalInterface
public interface OnEvent {

  /**
   * @param event as other plugins left it; a delta begins with what this one held back
   * @return the event that takes its place, of the same kind and with the same ids; one that is
   *     {@link TaggedEvent#drop dropped} or whose end is {@link TaggedEvent#holdBack held back};
   *     null keeps it
   */
  TaggedEvent onEvent(RunIdentity run, TaggedEvent event) throws Exception;
}

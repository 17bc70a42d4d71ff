package io.awaken.core.state;

import java.util.List;

/**
 * What the next durable commit of a run does to the stored state. Immutable.
 *
 * @param revision the state that it brings the store to
 * @param changes values to write or remove, each key once
 * @param forgetsRun whether every stored value of scope {@link KeyScope#RUN} goes, since the run
 *     ends
 */
public record StateChanges(long revision, List<StateChange> changes, boolean forgetsRun) {

  /** Leaves the stored state as it is. */
  public static final StateChanges NONE = new StateChanges(0, List.of(), false);

  /** Takes away what a run has stored for itself, and nothing else. */
  public static final StateChanges END_OF_RUN = new StateChanges(0, List.of(), true);

  public StateChanges {
    changes = List.copyOf(changes);
  }
}

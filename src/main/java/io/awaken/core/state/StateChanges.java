package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The changes of a run's next durable commit to the stored state. Immutable.
 *
 * @param revision the resulting revision of the stored state
 * @param changes values to write or remove, one per key
 * @param forgetsRun whether every stored value of scope {@link KeyScope#RUN} is removed, since the
 *     run ends
 */
public record StateChanges(long revision, List<StateChange> changes, boolean forgetsRun) {

  /** Changes nothing. */
  public static final StateChanges NONE = new StateChanges(0, List.of(), false);

  /** Only removes the values of scope {@link KeyScope#RUN}. */
  public static final StateChanges END_OF_RUN = new StateChanges(0, List.of(), true);

  public StateChanges {
    changes = List.copyOf(changes);
  }

  /**
   * A value for the next durable commit of a run.
   *
   * @param scope whether it belongs to the run or to the thread
   * @param key the name of its key
   * @param value null for a removal
   */
  public record StateChange(KeyScope scope, String key, JsonNode value) {}
}

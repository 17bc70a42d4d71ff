package io.awaken.core.action;

import io.awaken.core.state.Phase;
import io.awaken.core.state.ScheduledAction;
import java.util.ArrayList;
import java.util.List;

/**
 * Actions that wait for their phase, oldest first (features row 91). Immutable.
 *
 * @param waiting in the order they were scheduled
 */
public record ActionQueue(List<ScheduledAction> waiting) {

  public static final ActionQueue EMPTY = new ActionQueue(List.of());

  public ActionQueue {
    waiting = List.copyOf(waiting);
  }

  /**
   * A change of the queue.
   *
   * @param done the finished action; null for none
   * @param added new actions
   */
  public record Change(ScheduledAction done, List<ScheduledAction> added) {}

  /** The actions due in a phase. */
  public List<ScheduledAction> due(Phase phase) {
    return waiting.isEmpty()
        ? List.of()
        : waiting.stream().filter(action -> action.phase() == phase).toList();
  }

  ActionQueue changed(Change change) {
    var next = new ArrayList<>(waiting);
    if (change.done() != null) {
      next.remove(change.done());
    }
    next.addAll(change.added());
    return next.isEmpty() ? EMPTY : new ActionQueue(next);
  }
}

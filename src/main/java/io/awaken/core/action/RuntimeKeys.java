package io.awaken.core.action;

import com.fasterxml.jackson.core.type.TypeReference;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.StateKey;
import java.util.ArrayList;
import java.util.List;

/** The state that the runtime itself keeps; plugins may read all of it (features row 54). */
public final class RuntimeKeys {

  /** Whether the run shall end; updated with the reason. */
  public static final StateKey<RunLifecycle, TerminationReason> RUN_LIFECYCLE =
      StateKey.of(
          "__runtime.run_lifecycle",
          RunLifecycle.class,
          () -> RunLifecycle.RUNNING,
          RunLifecycle::end);

  /** Actions that wait for a later phase. */
  public static final StateKey<ActionQueue, ActionQueue.Change> PENDING_ACTIONS =
      StateKey.<ActionQueue, ActionQueue.Change>of(
              "__runtime.pending_scheduled_actions",
              ActionQueue.class,
              () -> ActionQueue.EMPTY,
              ActionQueue::changed)
          .commutative();

  /** Actions that failed, oldest first. */
  public static final StateKey<List<FailedScheduledAction>, FailedScheduledAction> FAILED_ACTIONS =
      StateKey.<List<FailedScheduledAction>, FailedScheduledAction>of(
              "__runtime.failed_scheduled_actions",
              new TypeReference<List<FailedScheduledAction>>() {},
              List::of,
              RuntimeKeys::append)
          .commutative();

  private RuntimeKeys() {}

  private static <T> List<T> append(List<T> list, T value) {
    var longer = new ArrayList<>(list);
    longer.add(value);
    return longer;
  }
}

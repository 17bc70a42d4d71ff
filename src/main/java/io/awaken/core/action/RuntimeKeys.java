package io.awaken.core.action;

import com.fasterxml.jackson.core.type.TypeReference;
import io.awaken.core.model.RemoteWork;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.StateKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The state keys of the runtime; plugins may read all of them (features row 54). */
public final class RuntimeKeys {

  /** Whether the run ends; updated with the reason. */
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

  /** Messages for the model besides the history. */
  public static final StateKey<ContextMessages, ContextMessages.Addition> CONTEXT_MESSAGES =
      StateKey.of(
          "__runtime.context_messages",
          ContextMessages.class,
          () -> ContextMessages.NONE,
          ContextMessages::with);

  /** Decisions on the model call of the current step. */
  public static final StateKey<StepControls, StepControls.Change> STEP_CONTROLS =
      StateKey.of(
          "__runtime.step_controls",
          StepControls.class,
          () -> StepControls.NONE,
          StepControls::with);

  /** Decisions of the old interception action. */
  public static final StateKey<ToolIntercepts, ToolIntercepts.Decided> TOOL_INTERCEPTS =
      StateKey.of(
          "__runtime.tool_intercepts",
          ToolIntercepts.class,
          () -> ToolIntercepts.NONE,
          ToolIntercepts::with);

  /** The agent that continues the thread; the last update wins. */
  public static final StateKey<ActiveAgent, ActiveAgent> ACTIVE_AGENT =
      StateKey.<ActiveAgent, ActiveAgent>of(
              "__runtime.active_agent",
              ActiveAgent.class,
              () -> ActiveAgent.OWN,
              (before, next) -> next)
          .threadScoped();

  /** The agent that has started to work on the run; not stored while it is the run's own agent. */
  public static final StateKey<WorkingAgent, WorkingAgent> WORKING_AGENT =
      StateKey.of(
          "__runtime.working_agent",
          WorkingAgent.class,
          () -> WorkingAgent.OWN,
          (before, next) -> next);

  /** That of the thread's last run with a handoff, for its inherited plugins. */
  public static final StateKey<WorkingAgent, WorkingAgent> CARRIED_PLUGINS =
      StateKey.of(
              "__runtime.carried_plugins",
              WorkingAgent.class,
              () -> WorkingAgent.OWN,
              (WorkingAgent before, WorkingAgent next) -> next)
          .threadScoped();

  /** The replacement of a history that became too long. */
  public static final StateKey<RecoveredHistory, RecoveredHistory> RECOVERED_HISTORY =
      StateKey.<RecoveredHistory, RecoveredHistory>of(
              "__runtime.recovered_history",
              RecoveredHistory.class,
              () -> RecoveredHistory.NONE,
              (before, next) -> next)
          .threadScoped();

  /** The latest summary of the thread (features row 157). */
  public static final StateKey<CompactionState, CompactionState> COMPACTION =
      StateKey.<CompactionState, CompactionState>of(
              "__runtime.compaction",
              CompactionState.class,
              () -> CompactionState.NONE,
              (before, next) -> next)
          .threadScoped();

  /** A request that a model refused as too long (features row 1040). */
  public static final StateKey<RefusedContext, RefusedContext> REFUSED_CONTEXT =
      StateKey.<RefusedContext, RefusedContext>of(
              "__runtime.refused_context",
              RefusedContext.class,
              () -> RefusedContext.NONE,
              (before, next) -> next)
          .threadScoped();

  /** The wait of the run for a model; stored only while it waits. */
  public static final StateKey<ModelWaiting, ModelWaiting> MODEL_WAITING =
      StateKey.of(
          "__runtime.model_waiting",
          ModelWaiting.class,
          () -> ModelWaiting.NOT,
          (before, next) -> next.since() == null ? null : next);

  /** The deadline for waits for a model; stored only if a plugin limits it. */
  public static final StateKey<RunDeadline, RunDeadline> RUN_DEADLINE =
      StateKey.of(
          "__runtime.run_deadline",
          RunDeadline.class,
          () -> RunDeadline.NONE,
          (before, next) -> next.at() == null ? null : next);

  /** The state shared with the client's application. */
  public static final StateKey<SharedState, SharedState.Change> SHARED_STATE =
      StateKey.of(
              "__runtime.shared_state",
              SharedState.CODEC,
              () -> SharedState.EMPTY,
              SharedState::with)
          .commutative()
          .threadScoped();

  /** The work of remote agents for the run, by agent. */
  public static final StateKey<Map<String, RemoteWork.Task>, Map.Entry<String, RemoteWork.Task>>
      REMOTE_WORK =
          StateKey.of(
              "__runtime.remote_work",
              new TypeReference<Map<String, RemoteWork.Task>>() {},
              Map::of,
              RuntimeKeys::put);

  /** Their conversations, kept for the next runs of the thread, by agent. */
  public static final StateKey<Map<String, RemoteWork.Task>, Map.Entry<String, RemoteWork.Task>>
      REMOTE_TASKS =
          StateKey.<Map<String, RemoteWork.Task>, Map.Entry<String, RemoteWork.Task>>of(
                  "__runtime.remote_tasks",
                  new TypeReference<Map<String, RemoteWork.Task>>() {},
                  Map::of,
                  RuntimeKeys::put)
              .threadScoped();

  /** The background tasks that runs of the thread have started, oldest first. */
  public static final StateKey<List<StartedTask>, StartedTask> TASKS =
      StateKey.<List<StartedTask>, StartedTask>of(
              "__runtime.tasks",
              new TypeReference<List<StartedTask>>() {},
              List::of,
              RuntimeKeys::append)
          .commutative()
          .threadScoped();

  /** All keys. */
  public static final List<StateKey<?, ?>> ALL =
      List.of(
          RUN_LIFECYCLE,
          PENDING_ACTIONS,
          FAILED_ACTIONS,
          CONTEXT_MESSAGES,
          STEP_CONTROLS,
          TOOL_INTERCEPTS,
          ACTIVE_AGENT,
          WORKING_AGENT,
          CARRIED_PLUGINS,
          RECOVERED_HISTORY,
          COMPACTION,
          REFUSED_CONTEXT,
          MODEL_WAITING,
          RUN_DEADLINE,
          SHARED_STATE,
          REMOTE_WORK,
          REMOTE_TASKS,
          TASKS);

  private RuntimeKeys() {}

  private static <T> Map<String, T> put(Map<String, T> map, Map.Entry<String, T> entry) {
    var more = new HashMap<>(map);
    more.put(entry.getKey(), entry.getValue());
    return more;
  }

  private static <T> List<T> append(List<T> list, T value) {
    var longer = new ArrayList<>(list);
    longer.add(value);
    return longer;
  }
}

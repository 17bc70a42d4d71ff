package io.awaken.core.loop.inference;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.model.RemoteWork;
import io.awaken.core.state.StateKey;
import java.util.Map;

/**
 * Stores the work of a remote agent in the state of the run, and its conversation in that of the
 * thread. For one activation.
 */
public record StoredRemoteWork(Activation run, StepWriter writer) implements RemoteWork {

  @Override
  public String messageId() {
    return run.stepMessageId();
  }

  @Override
  public Task task() {
    return of(run);
  }

  /**
   * The work of the run's agent; before there is any, its conversation in the thread. A task of
   * another run is not continued, whatever became of it.
   */
  public static Task of(Activation run) {
    Task own = run.value(RuntimeKeys.REMOTE_WORK).get(agent(run));
    return own == null ? ofThread(run) : own;
  }

  private static Task ofThread(Activation run) {
    return run.value(RuntimeKeys.REMOTE_TASKS).getOrDefault(agent(run), Task.NONE);
  }

  @Override
  public void begun(Task task) {
    store(task, run::updateForRepetition);
    writer.commitEvents(run);
  }

  @Override
  public void told(Task task) {
    store(task, run::update);
  }

  private void store(Task task, Update update) {
    if (!ofThread(run).equals(task.over())) {
      update.accept(RuntimeKeys.REMOTE_TASKS, Map.entry(agent(run), task.over()));
    }
    update.accept(RuntimeKeys.REMOTE_WORK, Map.entry(agent(run), task));
  }

  /** Updates a key of a run. */
  private interface Update {
    void accept(
        StateKey<Map<String, Task>, Map.Entry<String, Task>> key, Map.Entry<String, Task> change);
  }

  private static String agent(Activation run) {
    return run.identity().agentId();
  }
}

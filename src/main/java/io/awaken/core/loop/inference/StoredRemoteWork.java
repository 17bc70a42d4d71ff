package io.awaken.core.loop.inference;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.model.RemoteWork;
import java.util.Map;

/** Stores the work of a remote agent in the state of the thread. For one activation. */
record StoredRemoteWork(Activation run, StepWriter writer) implements RemoteWork {

  @Override
  public String messageId() {
    return run.stepMessageId();
  }

  /** A task of another run is not continued, whatever became of it. */
  @Override
  public Task task() {
    Task known = run.value(RuntimeKeys.REMOTE_TASKS).getOrDefault(agent(), Task.NONE);
    String ofRun = run.identity().runId().value() + "-";
    boolean own = known.messageId() != null && known.messageId().startsWith(ofRun);
    return own ? known : known.over();
  }

  @Override
  public void begun(Task task) {
    run.updateForRepetition(RuntimeKeys.REMOTE_TASKS, Map.entry(agent(), task));
    writer.commitEvents(run);
  }

  @Override
  public void told(Task task) {
    run.update(RuntimeKeys.REMOTE_TASKS, Map.entry(agent(), task));
  }

  private String agent() {
    return run.identity().agentId();
  }
}

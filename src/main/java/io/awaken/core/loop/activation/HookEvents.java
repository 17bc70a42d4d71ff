package io.awaken.core.loop.activation;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.StepWriter.ConversationSnapshot;
import io.awaken.core.plugin.context.EventEmitter;
import io.awaken.core.tool.ToolActivity;
import java.util.List;

/**
 * Publishes events of a run's hooks: at once on the run's thread, otherwise as soon as possible.
 */
final class HookEvents implements EventEmitter {

  private final Activation run;
  private final Thread owner = Thread.currentThread();
  private int step = -1;
  private int events;
  private int bytes;

  /** Created on the run's thread. */
  HookEvents(Activation run) {
    this.run = run;
  }

  @Override
  public void custom(String name, JsonNode value) {
    int size = ToolActivity.size(value);
    emit(new AgentEvent.Custom(ToolActivity.name(name), value.deepCopy()), size);
  }

  @Override
  public void activity(String activityType, JsonNode content) {
    String type = ToolActivity.type(activityType);
    int size = ToolActivity.size(content);
    emit(
        new AgentEvent.ActivitySnapshot(run.stepMessageId(), type, content.deepCopy(), true), size);
  }

  @Override
  public void activityDelta(String activityType, JsonNode patch) {
    String type = ToolActivity.type(activityType);
    JsonNode operations = ToolActivity.patch(patch);
    int size = ToolActivity.size(operations);
    emit(new AgentEvent.ActivityDelta(run.stepMessageId(), type, operations.deepCopy()), size);
  }

  @Override
  public void messages() {
    AgentEvent.MessagesSnapshot snapshot = ConversationSnapshot.of(run, List.of());
    emit(snapshot, (int) ConversationSnapshot.bytes(snapshot.messages()));
  }

  private void emit(AgentEvent event, int size) {
    count(size);
    if (Thread.currentThread() == owner) {
      run.events().emit(event);
    } else {
      run.events().emitLater(event);
    }
  }

  private synchronized void count(int size) {
    if (run.step() != step) {
      step = run.step();
      events = 0;
      bytes = 0;
    }
    if (events == MAX_EVENTS || bytes + size > MAX_BYTES) {
      throw new IllegalStateException(
          "the hooks of a step may emit at most %d events of %d bytes together"
              .formatted(MAX_EVENTS, MAX_BYTES));
    }
    events++;
    bytes += size;
  }
}

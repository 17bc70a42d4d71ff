package io.awaken.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.plugin.context.EventEmitter;
import io.awaken.core.tool.ActivitySink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Collects what hooks and tools publish in a test, under the id of the test's message or call.
 * Thread-safe.
 */
public final class EmittedEvents {

  private final LinkedBlockingQueue<AgentEvent> events = new LinkedBlockingQueue<>();

  /** For the context of a hook. */
  public EventEmitter ofHooks() {
    return new EventEmitter() {
      @Override
      public void custom(String name, JsonNode value) {
        events.add(new AgentEvent.Custom(name, value));
      }

      @Override
      public void activity(String activityType, JsonNode content) {
        events.add(new AgentEvent.ActivitySnapshot("test-run-1", activityType, content, true));
      }

      @Override
      public void activityDelta(String activityType, JsonNode patch) {
        events.add(new AgentEvent.ActivityDelta("test-run-1", activityType, patch));
      }

      @Override
      public void messages() {
        events.add(new AgentEvent.MessagesSnapshot(List.of(), false));
      }
    };
  }

  /** For the context of a call, see {@code ToolCallContext.with}. */
  public ActivitySink ofTools() {
    return new ActivitySink() {
      @Override
      public void snapshot(String activityType, JsonNode content) {
        events.add(new AgentEvent.ActivitySnapshot("test-call", activityType, content, true));
      }

      @Override
      public void delta(String activityType, JsonNode patch) {
        events.add(new AgentEvent.ActivityDelta("test-call", activityType, patch));
      }

      @Override
      public void text(String delta) {
        events.add(new AgentEvent.ToolCallStreamDelta("test-call", "test-tool", delta));
      }

      @Override
      public void custom(String name, JsonNode value) {
        events.add(new AgentEvent.Custom(name, value));
      }
    };
  }

  /** The events since the last time this was asked, in order. */
  public List<AgentEvent> take() {
    var taken = new ArrayList<AgentEvent>();
    events.drainTo(taken);
    return List.copyOf(taken);
  }
}

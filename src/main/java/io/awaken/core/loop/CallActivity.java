package io.awaken.core.loop;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolCall;
import io.awaken.core.tool.ActivitySink;
import java.util.List;

/** Placeholder. */
final class CallActivity implements ActivitySink {
  CallActivity(ToolCall call, Runnable wake) {}

  @Override
  public void snapshot(String activityType, JsonNode content) {}

  @Override
  public void delta(String activityType, JsonNode patch) {}

  List<AgentEvent> drain() {
    return List.of();
  }
}

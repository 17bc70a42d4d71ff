package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.TokenUsage;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Token usage of a run by model, for its last event. For one thread at a time. */
final class ModelUsage {

  private final Map<String, TokenUsage> models = new LinkedHashMap<>();

  void add(AgentEvent.InferenceComplete done) {
    if (done.usage() != null) {
      models.merge(done.model(), done.usage(), TokenUsage::plus);
    }
  }

  void clear() {
    models.clear();
  }

  /** Writes the field {@code usage}, unless it is empty. */
  void write(Dialect dialect, JsonGenerator json) throws IOException {
    if (models.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("usage");
    for (var model : models.entrySet()) {
      TokenUsage used = model.getValue();
      json.writeStartObject();
      json.writeStringField("model", model.getKey());
      count("inputTokens", used.promptTokens(), json);
      count("outputTokens", used.completionTokens(), json);
      count("totalTokens", used.totalTokens(), json);
      count("reasoningTokens", used.thinkingTokens(), json);
      count("cachedInputTokens", used.cacheReadTokens(), json);
      if (dialect.current()) {
        count("cacheWriteInputTokens", used.cacheCreationTokens(), json);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void count(String field, Integer tokens, JsonGenerator json) throws IOException {
    if (tokens != null && tokens >= 0) {
      json.writeNumberField(field, tokens);
    }
  }
}

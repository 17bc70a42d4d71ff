package io.awaken.provider.anthropic;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.provider.http.ConversationTurns;
import io.awaken.provider.http.ConversationTurns.Turn;
import io.awaken.provider.http.FormatSupport;
import io.awaken.provider.http.ModelWire;
import java.io.IOException;
import java.util.List;

/**
 * Writes a request as the body of a streamed message. Two places are marked for the provider's
 * cache (features row 110): the end of the stable prefix of a thread, which is tools and system
 * prompt, and the end of the conversation, which is the prefix of the next request.
 */
final class MessagesRequestWriter {

  private final JsonGenerator json;
  private final boolean promptCache;
  private final MessagesContent content;

  private MessagesRequestWriter(
      JsonGenerator json, LlmRequest request, AnthropicAdapter.Options options) {
    this.json = json;
    this.promptCache = options.promptCache() && request.promptCache();
    this.content = new MessagesContent(json, request, options);
  }

  /**
   * @param request without signatures of other providers
   */
  static byte[] write(LlmRequest request, AnthropicAdapter.Options options)
      throws InferenceException {
    JsonNode schema = MessagesSchema.schema(request, options.formats());
    boolean worded = request.responseFormat() != null && schema == null;
    LlmRequest sent = worded ? FormatSupport.withInstruction(request) : request;
    return ModelWire.json(
        json -> new MessagesRequestWriter(json, sent, options).request(sent, options, schema));
  }

  /**
   * @param schema schema of the answer; null for any text
   */
  private void request(LlmRequest request, AnthropicAdapter.Options options, JsonNode schema)
      throws IOException, InferenceException {
    MessagesThinking thinking = MessagesThinking.of(request, options);
    ConversationTurns conversation = ConversationTurns.of(request, MessagesContent::isSendable);
    json.writeStartObject();
    json.writeStringField("model", request.model());
    json.writeNumberField("max_tokens", thinking.maxTokens());
    tools(request.tools(), conversation.system().isEmpty());
    system(conversation.system());
    messages(conversation.turns());
    if (!thinking.enabled()) {
      sampling(request.parameters());
    }
    thinking.write(json);
    output(thinking, schema);
    json.writeBooleanField("stream", true);
    json.writeEndObject();
  }

  private void output(MessagesThinking thinking, JsonNode schema) throws IOException {
    if (schema == null && !thinking.hasEffort()) {
      return;
    }
    json.writeObjectFieldStart("output_config");
    if (thinking.hasEffort()) {
      thinking.writeEffort(json);
    }
    if (schema != null) {
      json.writeObjectFieldStart("format");
      json.writeStringField("type", "json_schema");
      json.writeFieldName("schema");
      json.writeTree(schema);
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void tools(List<ToolDescriptor> tools, boolean lastOfPrefix) throws IOException {
    if (tools.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("tools");
    for (ToolDescriptor each : tools) {
      ToolDescriptor tool = AnthropicTools.SENT.of(each);
      json.writeStartObject();
      json.writeStringField("name", tool.id());
      json.writeStringField("description", tool.description());
      json.writeFieldName("input_schema");
      json.writeTree(tool.parameters());
      content.mark(promptCache && lastOfPrefix && each == tools.getLast());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void system(List<String> system) throws IOException {
    if (system.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("system");
    for (int i = 0; i < system.size(); i++) {
      content.text(system.get(i), promptCache && i == system.size() - 1);
    }
    json.writeEndArray();
  }

  private void messages(List<Turn> turns) throws IOException, InferenceException {
    json.writeArrayFieldStart("messages");
    for (Turn turn : turns) {
      json.writeStartObject();
      json.writeStringField("role", turn.model() ? "assistant" : "user");
      json.writeArrayFieldStart("content");
      if (turn.model()) {
        content.ofModel(turn.messages());
      } else {
        content.ofUser(turn.messages(), promptCache && turn == turns.getLast());
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void sampling(InferenceParameters parameters) throws IOException {
    if (parameters.temperature() != null) {
      json.writeNumberField("temperature", parameters.temperature());
    }
    if (parameters.topP() != null) {
      json.writeNumberField("top_p", parameters.topP());
    }
  }
}

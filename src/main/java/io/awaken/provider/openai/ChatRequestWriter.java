package io.awaken.provider.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.message.Message;
import io.awaken.core.message.PooledBuffers;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceParameters;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.tool.ToolDescriptor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes a request as the body of a streamed chat completion. What was thought is not sent back.
 */
final class ChatRequestWriter {

  private static final ObjectMapper MAPPER = new ObjectMapper(PooledBuffers.factory());

  private final JsonGenerator json;

  private ChatRequestWriter(JsonGenerator json) {
    this.json = json;
  }

  static byte[] write(LlmRequest request, ChatWire wire) {
    var body = new ByteArrayOutputStream(4096);
    try (JsonGenerator json = MAPPER.createGenerator(body)) {
      new ChatRequestWriter(json).request(request, wire);
    } catch (IOException e) {
      throw new UncheckedIOException("a request in memory cannot be written", e);
    }
    return body.toByteArray();
  }

  private void request(LlmRequest request, ChatWire wire) throws IOException {
    json.writeStartObject();
    json.writeStringField("model", request.model());
    messages(request);
    tools(request);
    parameters(request.parameters(), wire.maxTokensField());
    json.writeBooleanField("stream", true);
    if (wire.includeUsage()) {
      json.writeObjectFieldStart("stream_options");
      json.writeBooleanField("include_usage", true);
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void messages(LlmRequest request) throws IOException {
    json.writeArrayFieldStart("messages");
    if (request.system() != null) {
      json.writeStartObject();
      json.writeStringField("role", "system");
      json.writeStringField("content", request.system());
      json.writeEndObject();
    }
    for (Message message : request.messages()) {
      message(message);
    }
    json.writeEndArray();
  }

  private void message(Message message) throws IOException {
    json.writeStartObject();
    json.writeStringField("role", message.role().wire());
    if (message.toolCallId() != null) {
      json.writeStringField("tool_call_id", message.toolCallId());
    }
    String text = message.text();
    if (text.isEmpty() && !message.toolCalls().isEmpty()) {
      json.writeNullField("content");
    } else {
      json.writeStringField("content", text);
    }
    if (!message.toolCalls().isEmpty()) {
      json.writeArrayFieldStart("tool_calls");
      for (ToolCall call : message.toolCalls()) {
        call(call);
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private void call(ToolCall call) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", call.id());
    json.writeStringField("type", "function");
    json.writeObjectFieldStart("function");
    json.writeStringField("name", call.name());
    // Arguments that were no JSON go back as the text they were, so the model sees its slip.
    boolean text = call.arguments().isTextual();
    json.writeStringField(
        "arguments", text ? call.arguments().textValue() : call.arguments().toString());
    json.writeEndObject();
    json.writeEndObject();
  }

  private void tools(LlmRequest request) throws IOException {
    if (request.tools().isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("tools");
    for (ToolDescriptor tool : request.tools()) {
      json.writeStartObject();
      json.writeStringField("type", "function");
      json.writeObjectFieldStart("function");
      json.writeStringField("name", tool.id());
      json.writeStringField("description", tool.description());
      json.writeFieldName("parameters");
      json.writeTree(tool.parameters());
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void parameters(InferenceParameters parameters, String maxTokensField)
      throws IOException {
    if (parameters.temperature() != null) {
      json.writeNumberField("temperature", parameters.temperature());
    }
    if (parameters.topP() != null) {
      json.writeNumberField("top_p", parameters.topP());
    }
    if (parameters.maxTokens() != null) {
      json.writeNumberField(maxTokensField, parameters.maxTokens());
    }
    if (parameters.reasoningEffort() != null) {
      json.writeStringField("reasoning_effort", ChatReasoning.level(parameters.reasoningEffort()));
    }
  }
}

package io.awaken.provider.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.Message;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.provider.http.ConversationText;
import io.awaken.provider.http.FormatSupport;
import io.awaken.provider.http.MediaSource;
import io.awaken.provider.http.ModelWire;
import java.io.IOException;

/** Writes a request as the body of a streamed response that the provider does not store. */
final class ResponsesRequestWriter {

  private final JsonGenerator json;
  private final ResponsesAdapter.Options options;
  private final ResponsesParts parts;
  private final ResponsesReplay replay;

  private ResponsesRequestWriter(
      JsonGenerator json, LlmRequest request, ResponsesAdapter.Options options) {
    this.json = json;
    this.options = options;
    this.parts = new ResponsesParts(json, new MediaSource(ResponsesAdapter.NAME, request));
    this.replay = new ResponsesReplay(json, options.providerId());
  }

  static byte[] write(LlmRequest request, ResponsesAdapter.Options options)
      throws InferenceException {
    return ModelWire.json(
        json -> new ResponsesRequestWriter(json, request, options).request(request));
  }

  private void request(LlmRequest request) throws IOException, InferenceException {
    json.writeStartObject();
    json.writeStringField("model", request.model());
    if (request.system() != null) {
      json.writeStringField("instructions", request.system());
    }
    json.writeArrayFieldStart("input");
    ResponseFormat format = request.responseFormat();
    if (format != null && format.schema() == null) {
      // The API requires the word JSON in the input; the instructions do not count.
      message("system", FormatSupport.instruction(format));
    }
    for (Message message : request.messages()) {
      items(message);
    }
    json.writeEndArray();
    tools(request);
    parameters(request.parameters());
    if (format != null) {
      format(format);
    }
    if (options.encryptedReasoning()) {
      json.writeArrayFieldStart("include");
      json.writeString("reasoning.encrypted_content");
      json.writeEndArray();
    }
    json.writeBooleanField("store", false);
    json.writeBooleanField("stream", true);
    json.writeEndObject();
  }

  private void message(String role, String text) throws IOException {
    json.writeStartObject();
    json.writeStringField("role", role);
    json.writeStringField("content", text);
    json.writeEndObject();
  }

  private void format(ResponseFormat format) throws IOException {
    json.writeObjectFieldStart("text");
    json.writeObjectFieldStart("format");
    if (format.schema() == null) {
      json.writeStringField("type", "json_object");
    } else {
      json.writeStringField("type", "json_schema");
      ChatRequestWriter.schema(json, format);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** A message of the model becomes one item for each text, reasoning and call. */
  private void items(Message message) throws IOException, InferenceException {
    switch (message.role()) {
      case ASSISTANT -> replay.items(message);
      case TOOL -> {
        json.writeStartObject();
        json.writeStringField("type", "function_call_output");
        json.writeStringField("call_id", message.toolCallId());
        json.writeFieldName("output");
        if (ConversationText.hasMedia(message)) {
          parts.content(message);
        } else {
          json.writeString(ConversationText.of(message));
        }
        json.writeEndObject();
      }
      case SYSTEM, USER -> {
        json.writeStartObject();
        json.writeStringField("role", message.role().wire());
        json.writeFieldName("content");
        if (ConversationText.textOnly(message)) {
          json.writeString(message.text());
        } else {
          parts.content(message);
        }
        json.writeEndObject();
      }
    }
  }

  /** The API enforces strict schemas by default, and tool schemas are unrestricted. */
  private void tools(LlmRequest request) throws IOException {
    if (request.tools().isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("tools");
    for (ToolDescriptor each : request.tools()) {
      ToolDescriptor tool = OpenAiTools.SENT.of(each);
      json.writeStartObject();
      json.writeStringField("type", "function");
      json.writeStringField("name", tool.id());
      json.writeStringField("description", tool.description());
      json.writeFieldName("parameters");
      json.writeTree(tool.parameters());
      json.writeBooleanField("strict", false);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void parameters(InferenceParameters parameters) throws IOException {
    if (parameters.temperature() != null) {
      json.writeNumberField("temperature", parameters.temperature());
    }
    if (parameters.topP() != null) {
      json.writeNumberField("top_p", parameters.topP());
    }
    if (parameters.maxTokens() != null) {
      json.writeNumberField("max_output_tokens", parameters.maxTokens());
    }
    if (parameters.reasoningEffort() == null && options.reasoningSummary() == null) {
      return;
    }
    json.writeObjectFieldStart("reasoning");
    if (parameters.reasoningEffort() != null) {
      json.writeStringField("effort", ChatRequestWriter.level(parameters.reasoningEffort()));
    }
    if (options.reasoningSummary() != null) {
      json.writeStringField("summary", options.reasoningSummary());
    }
    json.writeEndObject();
  }
}

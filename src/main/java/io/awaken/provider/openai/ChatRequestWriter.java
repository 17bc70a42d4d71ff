package io.awaken.provider.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.Message;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.provider.http.ConversationText;
import io.awaken.provider.http.FormatSupport;
import io.awaken.provider.http.MediaSource;
import io.awaken.provider.http.ModelWire;
import io.awaken.provider.http.ReasoningReplay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a request as the body of a streamed chat completion. Reasoning is sent back as the
 * provider's document says ({@link ReasoningReplay}); metadata of messages and calls always is
 * ({@value #EXTRA}).
 */
final class ChatRequestWriter {
  private static final int LOW_TOKENS = 1_024;
  private static final int MEDIUM_TOKENS = 8_192;
  private static final int HIGH_TOKENS = 24_576;

  /** Field for metadata that the wire has no field for. */
  static final String EXTRA = "extra_content";

  private final JsonGenerator json;
  private final String providerId;
  private final ReasoningReplay replay;
  private final ChatParts parts;

  private ChatRequestWriter(JsonGenerator json, LlmRequest request, OpenAiAdapter.Options options) {
    this.json = json;
    this.providerId = options.providerId();
    this.replay = options.replay();
    this.parts = new ChatParts(json, new MediaSource("openai", request));
  }

  static byte[] write(LlmRequest request, OpenAiAdapter.Options options) throws InferenceException {
    return ModelWire.json(
        json ->
            new ChatRequestWriter(json, request, options)
                .request(worded(request, options), options));
  }

  /** Without a schema the API also requires the word JSON in the conversation. */
  private static LlmRequest worded(LlmRequest request, OpenAiAdapter.Options options) {
    return request.responseFormat() == null || options.formats().takesSchema(request)
        ? request
        : FormatSupport.withInstruction(request);
  }

  private void request(LlmRequest request, OpenAiAdapter.Options options)
      throws IOException, InferenceException {
    json.writeStartObject();
    json.writeStringField("model", request.model());
    messages(request);
    OpenAiTools.SENT.writeFunctions(json, request);
    parameters(request.parameters(), options.maxTokensField());
    format(request, options.formats());
    json.writeBooleanField("stream", true);
    if (options.includeUsage()) {
      json.writeObjectFieldStart("stream_options");
      json.writeBooleanField("include_usage", true);
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void messages(LlmRequest request) throws IOException, InferenceException {
    json.writeArrayFieldStart("messages");
    if (request.system() != null) {
      json.writeStartObject();
      json.writeStringField("role", "system");
      json.writeStringField("content", request.system());
      json.writeEndObject();
    }
    List<Message> picturing = List.of();
    for (Message message : request.messages()) {
      if (!picturing.isEmpty() && message.role() != Role.TOOL) {
        parts.mediaOf(picturing);
        picturing = List.of();
      }
      message(message);
      if (message.role() == Role.TOOL && ConversationText.hasMedia(message)) {
        picturing = new ArrayList<>(picturing);
        picturing.add(message);
      }
    }
    if (!picturing.isEmpty()) {
      parts.mediaOf(picturing);
    }
    json.writeEndArray();
  }

  private void message(Message message) throws IOException, InferenceException {
    json.writeStartObject();
    json.writeStringField("role", message.role().wire());
    if (message.toolCallId() != null) {
      json.writeStringField("tool_call_id", message.toolCallId());
    }
    json.writeFieldName("content");
    content(message);
    extra(message.providerMetadata());
    if (message.role() == Role.ASSISTANT) {
      reasoning(message);
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

  private void reasoning(Message message) throws IOException {
    JsonNode own = ProviderMetadata.get(message.providerMetadata(), providerId);
    if (replay != ReasoningReplay.NEVER && own != null && own.has(ReasoningDetails.FIELD)) {
      json.writeFieldName(ReasoningDetails.FIELD);
      json.writeTree(own.get(ReasoningDetails.FIELD));
      return;
    }
    String thought = replay == ReasoningReplay.ALWAYS ? ConversationText.thought(message) : "";
    if (!thought.isEmpty()) {
      json.writeStringField("reasoning_content", thought);
    }
  }

  private void content(Message message) throws IOException, InferenceException {
    if (message.role() == Role.USER && !ConversationText.textOnly(message)) {
      parts.content(message);
      return;
    }
    String text = ConversationText.of(message);
    if (text.isEmpty() && !message.toolCalls().isEmpty()) {
      json.writeNull();
    } else {
      json.writeString(text);
    }
  }

  private void extra(ObjectNode metadata) throws IOException {
    JsonNode own = ProviderMetadata.get(metadata, providerId);
    if (own != null && own.has(EXTRA)) {
      json.writeFieldName(EXTRA);
      json.writeTree(own.get(EXTRA));
    }
  }

  private void call(ToolCall call) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", call.id());
    json.writeStringField("type", "function");
    json.writeObjectFieldStart("function");
    json.writeStringField("name", call.name());
    // Invalid JSON arguments are sent back as the original text, so that the model sees its
    // mistake.
    boolean text = call.arguments().isTextual();
    json.writeStringField(
        "arguments", text ? call.arguments().textValue() : call.arguments().toString());
    json.writeEndObject();
    extra(call.providerMetadata());
    json.writeEndObject();
  }

  private void format(LlmRequest request, FormatSupport formats) throws IOException {
    if (request.responseFormat() == null || formats == FormatSupport.NONE) {
      return;
    }
    json.writeObjectFieldStart("response_format");
    if (formats.takesSchema(request)) {
      json.writeStringField("type", "json_schema");
      json.writeObjectFieldStart("json_schema");
      schema(json, request.responseFormat());
      json.writeEndObject();
    } else {
      json.writeStringField("type", "json_object");
    }
    json.writeEndObject();
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
      json.writeStringField("reasoning_effort", level(parameters.reasoningEffort()));
    }
  }

  /** Writes the fields of a schema into the open object. */
  static void schema(JsonGenerator json, ResponseFormat format) throws IOException {
    json.writeStringField("name", format.name());
    json.writeFieldName("schema");
    json.writeTree(format.schema());
    json.writeBooleanField("strict", format.strict());
  }

  /**
   * The level of reasoning on this wire, which supports only {@code none}, {@code low}, {@code
   * medium} and {@code high}. {@code max} becomes {@code high}. A number of tokens becomes the
   * level with the nearest budget: 1,024 for low, 8,192 for medium, 24,576 for high, as Google
   * publishes them for its own service behind this wire; no other provider documents numbers.
   */
  static String level(ReasoningEffort effort) {
    return switch (effort.level()) {
      case NONE -> "none";
      case LOW -> "low";
      case MEDIUM -> "medium";
      case HIGH, MAX -> "high";
      case BUDGET -> nearest(effort.budgetTokens());
    };
  }

  private static String nearest(int tokens) {
    if (tokens < (LOW_TOKENS + MEDIUM_TOKENS) / 2) {
      return "low";
    }
    return tokens < (MEDIUM_TOKENS + HIGH_TOKENS) / 2 ? "medium" : "high";
  }
}

package io.awaken.provider.gemini;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.provider.http.ConversationText;
import io.awaken.provider.http.ConversationTurns;
import io.awaken.provider.http.ConversationTurns.Turn;
import io.awaken.provider.http.FormatSupport;
import io.awaken.provider.http.ModelWire;
import java.io.IOException;
import java.util.List;

/** Writes a request as the body of streamed content. */
final class GenerateRequestWriter {

  private final JsonGenerator json;
  private final GenerateParts parts;

  private GenerateRequestWriter(JsonGenerator json, LlmRequest request, String providerId) {
    this.json = json;
    this.parts = new GenerateParts(json, request, providerId);
  }

  /**
   * @param request without signatures of other providers
   */
  static byte[] write(LlmRequest request, String providerId) throws InferenceException {
    LlmRequest sent =
        request.responseFormat() != null && !takesSchema(request)
            ? FormatSupport.withInstruction(request)
            : request;
    return ModelWire.json(json -> new GenerateRequestWriter(json, sent, providerId).request(sent));
  }

  /** Models up to 2.5 accept a format only without tools. */
  private static boolean takesFormat(LlmRequest request) {
    return request.responseFormat() != null
        && (request.tools().isEmpty() || !GenerateThinking.upTo25(request.model()));
  }

  private static boolean takesSchema(LlmRequest request) {
    return takesFormat(request) && request.responseFormat().schema() != null;
  }

  private void request(LlmRequest request) throws IOException, InferenceException {
    ConversationTurns conversation = ConversationTurns.of(request, GenerateParts::isSendable);
    json.writeStartObject();
    if (!conversation.system().isEmpty()) {
      json.writeObjectFieldStart("systemInstruction");
      json.writeArrayFieldStart("parts");
      for (String text : conversation.system()) {
        parts.text(text);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeArrayFieldStart("contents");
    for (Turn turn : conversation.turns()) {
      if (turn.model()) {
        model(turn.messages());
      } else {
        user(turn.messages());
      }
    }
    json.writeEndArray();
    tools(request.tools());
    parameters(request);
    json.writeEndObject();
  }

  private void model(List<Message> messages) throws IOException, InferenceException {
    begin("model");
    for (Message message : messages) {
      parts.ofModel(message);
    }
    end();
  }

  /** Tool results are one content, followed by another one with their media. */
  private void user(List<Message> messages) throws IOException, InferenceException {
    List<Message> results =
        messages.stream().filter(message -> message.role() == Role.TOOL).toList();
    if (!results.isEmpty()) {
      begin("user");
      for (Message result : results) {
        parts.result(result);
      }
      end();
    }
    List<Message> pictured = results.stream().filter(ConversationText::hasMedia).toList();
    if (pictured.isEmpty() && results.size() == messages.size()) {
      return;
    }
    begin("user");
    for (Message result : pictured) {
      parts.mediaOf(result);
    }
    for (Message message : messages.subList(results.size(), messages.size())) {
      parts.ofUser(message);
    }
    end();
  }

  private void begin(String role) throws IOException {
    json.writeStartObject();
    json.writeStringField("role", role);
    json.writeArrayFieldStart("parts");
  }

  private void end() throws IOException {
    json.writeEndArray();
    json.writeEndObject();
  }

  private void tools(List<ToolDescriptor> tools) throws IOException {
    if (tools.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("tools");
    json.writeStartObject();
    json.writeArrayFieldStart("functionDeclarations");
    for (ToolDescriptor each : tools) {
      ToolDescriptor tool = GeminiTools.SENT.of(each);
      json.writeStartObject();
      json.writeStringField("name", tool.id());
      json.writeStringField("description", tool.description());
      // The field "parameters" supports only a part of JSON Schema.
      json.writeFieldName("parametersJsonSchema");
      json.writeTree(tool.parameters());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  private void parameters(LlmRequest request) throws IOException {
    InferenceParameters parameters = request.parameters();
    if (parameters.equals(InferenceParameters.DEFAULT) && !takesFormat(request)) {
      return;
    }
    json.writeObjectFieldStart("generationConfig");
    if (parameters.temperature() != null) {
      json.writeNumberField("temperature", parameters.temperature());
    }
    if (parameters.topP() != null) {
      json.writeNumberField("topP", parameters.topP());
    }
    if (parameters.maxTokens() != null) {
      json.writeNumberField("maxOutputTokens", parameters.maxTokens());
    }
    if (parameters.reasoningEffort() != null) {
      GenerateThinking.write(json, request.model(), parameters.reasoningEffort());
    }
    if (takesFormat(request)) {
      json.writeStringField("responseMimeType", "application/json");
    }
    if (takesSchema(request)) {
      // The field "responseSchema" supports only a part of JSON Schema.
      json.writeFieldName("responseJsonSchema");
      json.writeTree(request.responseFormat().schema());
    }
    json.writeEndObject();
  }
}

package io.awaken.provider.ollama;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.Message;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.schema.SchemaReferences;
import io.awaken.core.schema.Subschemas;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.provider.http.FormatSupport;
import io.awaken.provider.http.ModelWire;
import io.awaken.provider.http.WireTools;
import java.io.IOException;
import java.util.List;

/** Writes a request as the body of a streamed chat. */
final class OllamaRequestWriter {
  static final WireTools SENT = new WireTools("ollama", OllamaRequestWriter::simplify);
  private static final List<String> DEFINITIONS = List.of("$defs", "definitions");

  private final JsonGenerator json;
  private final OllamaAdapter.Options options;

  private OllamaRequestWriter(JsonGenerator json, OllamaAdapter.Options options) {
    this.json = json;
    this.options = options;
  }

  static byte[] write(LlmRequest request, OllamaAdapter.Options options) throws InferenceException {
    // Ollama recommends repeating the format in the prompt.
    LlmRequest sent =
        request.responseFormat() == null ? request : FormatSupport.withInstruction(request);
    return ModelWire.json(json -> new OllamaRequestWriter(json, options).request(sent));
  }

  private void request(LlmRequest request) throws IOException, InferenceException {
    json.writeStartObject();
    json.writeStringField("model", request.model());
    messages(request);
    SENT.writeFunctions(json, request);
    think(request.parameters().reasoningEffort());
    format(request);
    options(request.parameters());
    if (!options.keepAlive().isMissingNode()) {
      json.writeFieldName("keep_alive");
      json.writeTree(options.keepAlive());
    }
    json.writeBooleanField("stream", true);
    json.writeEndObject();
  }

  private void messages(LlmRequest request) throws IOException, InferenceException {
    var messages = new OllamaMessages(json, request, options.replay());
    json.writeArrayFieldStart("messages");
    if (request.system() != null) {
      json.writeStartObject();
      json.writeStringField("role", "system");
      json.writeStringField("content", request.system());
      json.writeEndObject();
    }
    for (Message message : request.messages()) {
      messages.write(message);
    }
    json.writeEndArray();
  }

  /** The format field prevents tool calls, so with tools only the prompt describes the format. */
  private void format(LlmRequest request) throws IOException {
    ResponseFormat format = request.responseFormat();
    if (format == null || !request.tools().isEmpty()) {
      return;
    }
    json.writeFieldName("format");
    if (format.schema() == null) {
      json.writeString("json");
    } else {
      json.writeTree(format.schema());
    }
  }

  /**
   * Models without levels treat a level as true. A number of tokens becomes true, since no model
   * accepts one. Models without reasoning reject the field, so it is sent only when an agent sets
   * an effort.
   */
  private void think(ReasoningEffort effort) throws IOException {
    if (effort == null) {
      return;
    }
    switch (effort.level()) {
      case NONE -> json.writeBooleanField("think", false);
      case LOW -> json.writeStringField("think", "low");
      case MEDIUM -> json.writeStringField("think", "medium");
      case HIGH, MAX -> json.writeStringField("think", "high");
      case BUDGET -> json.writeBooleanField("think", true);
    }
  }

  private void options(InferenceParameters parameters) throws IOException {
    JsonNode given = options.options();
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    if (given instanceof ObjectNode always) {
      options.setAll(always);
    }
    if (parameters.temperature() != null) {
      options.put("temperature", parameters.temperature());
    }
    if (parameters.topP() != null) {
      options.put("top_p", parameters.topP());
    }
    if (parameters.maxTokens() != null) {
      options.put(OllamaAdapter.Options.LIMIT, parameters.maxTokens());
    }
    if (!options.isEmpty()) {
      json.writeFieldName("options");
      json.writeTree(options);
    }
  }

  /**
   * @param schema a flat one, which is changed
   */
  static void simplify(ObjectNode schema) {
    var references = new SchemaReferences(schema.deepCopy());
    schema.remove(DEFINITIONS);
    references.inline(schema, reference -> true);
    Subschemas.withoutBooleans(schema);
    Subschemas.everywhere(schema, OllamaRequestWriter::simplifyPart);
  }

  private static void simplifyPart(ObjectNode part) {
    if (part.has("oneOf") && !part.has("anyOf")) {
      part.set("anyOf", part.remove("oneOf"));
    }
    if (part.has("const")) {
      part.putArray("enum").add(part.remove("const"));
    }
  }
}

package io.awaken.provider.langchain4j;

import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import io.awaken.core.model.LlmRequest;
import io.awaken.provider.http.FormatSupport;
import java.util.Set;

/**
 * The response format of a LangChain4j request (features row 1022). A model that does not declare a
 * format may reject or ignore it, so its format goes into the prompt. Stateless.
 */
final class AnswerFormats {

  private AnswerFormats() {}

  /**
   * The formats that a model accepts.
   *
   * @param wanted the setting in its provider's document; null without one
   * @param capabilities the capabilities that the model declares
   */
  static FormatSupport of(FormatSupport wanted, Set<Capability> capabilities) {
    if (wanted != null) {
      return wanted;
    }
    return capabilities.contains(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
        ? FormatSupport.JSON_SCHEMA
        : FormatSupport.NONE;
  }

  /** The request, with the format in its prompt unless a schema is sent. */
  static LlmRequest worded(LlmRequest request, FormatSupport formats) {
    return request.responseFormat() == null || formats.takesSchema(request)
        ? request
        : FormatSupport.withInstruction(request);
  }

  /** Adds the format, if there is one and the model accepts it. */
  static void add(ChatRequest.Builder builder, LlmRequest request, FormatSupport formats) {
    if (request.responseFormat() == null || formats == FormatSupport.NONE) {
      return;
    }
    builder.responseFormat(
        formats.takesSchema(request) ? schema(request.responseFormat()) : ResponseFormat.JSON);
  }

  private static ResponseFormat schema(io.awaken.core.spec.ResponseFormat format) {
    return ResponseFormat.builder()
        .type(ResponseFormatType.JSON)
        .jsonSchema(
            JsonSchema.builder()
                .name(format.name())
                .rootElement(ToolSchemas.object(format.schema()))
                .build())
        .build();
  }
}

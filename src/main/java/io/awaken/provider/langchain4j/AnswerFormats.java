package io.awaken.provider.langchain4j;

import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import io.awaken.core.model.LlmRequest;
import io.awaken.provider.http.AnswerInstruction;
import io.awaken.provider.http.FormatSupport;
import java.util.Set;

/**
 * The form of an answer in a request of LangChain4j (features row 1022). A model that is not known
 * to take a format would refuse it or leave it out, so the format goes into the prompt. Stateless.
 */
final class AnswerFormats {

  private AnswerFormats() {}

  /**
   * Which formats a model takes.
   *
   * @param wanted what its provider's document says; null where it does not
   * @param capabilities what the model says itself
   */
  static FormatSupport of(FormatSupport wanted, Set<Capability> capabilities) {
    if (wanted != null) {
      return wanted;
    }
    return capabilities.contains(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
        ? FormatSupport.JSON_SCHEMA
        : FormatSupport.NONE;
  }

  /** The request, with words about the form where no schema says it. */
  static LlmRequest worded(LlmRequest request, FormatSupport formats) {
    return request.responseFormat() == null || formats.takesSchema(request)
        ? request
        : AnswerInstruction.told(request);
  }

  /** Adds the format, where there is one and the model takes it. */
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

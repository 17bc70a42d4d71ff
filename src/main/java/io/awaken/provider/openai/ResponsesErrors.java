package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.provider.http.ErrorDocuments;

/**
 * Reads errors of the Responses API: a document with {@code error}, the event {@code error} with
 * top-level fields, and {@code response.failed} with the error in the response.
 */
final class ResponsesErrors implements ErrorDocuments {

  private static final ErrorDocuments NAMES = new OpenAiErrors();

  @Override
  public JsonNode error(JsonNode document) {
    JsonNode error = NAMES.error(document);
    return error.isMissingNode() ? NAMES.error(document.path("response")) : error;
  }

  @Override
  public Kind kind(JsonNode error) {
    // The provider reports a policy violation as an invalid prompt.
    return "invalid_prompt".equals(error.path("code").textValue())
        ? Kind.CONTENT_FILTERED
        : NAMES.kind(error);
  }
}

package io.awaken.provider.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Media;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.http.AnswerReader;
import io.awaken.provider.http.ErrorDocuments;
import io.awaken.provider.http.ModelListing;
import io.awaken.provider.http.ModelWire;
import io.awaken.provider.http.ProviderEndpoint;
import io.awaken.provider.http.ProviderFailures;
import io.awaken.provider.http.ReasoningReplay;
import io.awaken.provider.http.RequestDocument;
import io.awaken.provider.http.StreamFormat;

/**
 * Streamed chats.
 *
 * @param options parameters for every request; a missing node for none
 * @param keepAlive how long the model stays loaded; a missing node for Ollama's own default
 * @param replay which reasoning is sent back
 */
record OllamaWire(JsonNode options, JsonNode keepAlive, ReasoningReplay replay)
    implements ModelWire {

  private static final String WINDOW = "num_ctx";
  static final String LIMIT = "num_predict";
  private static final StreamFormat LINES = StreamFormat.lines();
  private static final ErrorDocuments ERRORS = new OllamaErrors();
  private static final ModelListing LIST = new ModelListing("/api/tags", "models", "name");

  /**
   * @throws IllegalArgumentException when an option has the wrong type
   */
  static OllamaWire of(ProviderSpec provider) {
    JsonNode options = ProviderEndpoint.option(provider, "options");
    if (!options.isMissingNode() && !options.isObject()) {
      throw new IllegalArgumentException("adapter_options.options must be an object");
    }
    JsonNode window = options.path(WINDOW);
    if (!window.isMissingNode() && (!window.isInt() || window.intValue() < 1)) {
      throw new IllegalArgumentException(
          "adapter_options.options.num_ctx must be a number of tokens from 1");
    }
    JsonNode keepAlive = ProviderEndpoint.option(provider, "keep_alive");
    if (!keepAlive.isMissingNode() && !keepAlive.isTextual() && !keepAlive.isNumber()) {
      throw new IllegalArgumentException("adapter_options.keep_alive must be a text or a number");
    }
    return new OllamaWire(options, keepAlive, ReasoningReplay.of(provider, ReasoningReplay.ALWAYS));
  }

  @Override
  public RequestDocument request(LlmRequest request) throws InferenceException {
    return new RequestDocument("/api/chat", OllamaRequestWriter.write(request, this));
  }

  @Override
  public String refuses(Media media) {
    return OllamaMessages.refuses(media);
  }

  @Override
  public StreamFormat format() {
    return LINES;
  }

  @Override
  public AnswerReader answer(LlmListener listener, ProviderFailures failures) {
    return new OllamaAnswer(listener, failures);
  }

  @Override
  public ModelListing models() {
    return LIST;
  }

  @Override
  public ErrorDocuments errors() {
    return ERRORS;
  }

  /** Other values than a number from 1 mean that Ollama sets no limit. */
  @Override
  public Integer usualAnswer(LlmRequest request) {
    int limit = options.path(LIMIT).asInt(0);
    return limit > 0 ? limit : null;
  }

  /**
   * Ollama loads the model with it, and silently drops the oldest part of a longer conversation.
   */
  @Override
  public Integer contextWindow() {
    JsonNode window = options.path(WINDOW);
    return window.isMissingNode() ? null : window.intValue();
  }
}

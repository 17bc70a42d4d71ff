package io.awaken.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Media;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.http.AnswerReader;
import io.awaken.provider.http.ErrorDocuments;
import io.awaken.provider.http.FormatSupport;
import io.awaken.provider.http.ModelListing;
import io.awaken.provider.http.ModelWire;
import io.awaken.provider.http.ProviderEndpoint;
import io.awaken.provider.http.ProviderFailures;
import io.awaken.provider.http.ReasoningReplay;
import io.awaken.provider.http.RequestDocument;
import io.awaken.provider.http.StreamFormat;

/**
 * Streamed messages.
 *
 * @param providerId id under which its signatures are stored
 * @param maxTokens default limit of an answer, at least 1
 * @param promptCache whether the beginning of a prompt is marked for the cache
 * @param thinking how the request asks models to think
 * @param replay which reasoning is sent back
 * @param formats response formats that models accept; null when the model's name decides
 */
record MessagesWire(
    String providerId,
    int maxTokens,
    boolean promptCache,
    MessagesThinking.Mode thinking,
    ReasoningReplay replay,
    FormatSupport formats)
    implements ModelWire {

  private static final int MAX_TOKENS = 8_192;
  private static final StreamFormat EVENTS = StreamFormat.serverSentEvents(false);
  private static final ErrorDocuments ERRORS = new MessagesErrors();
  private static final ModelListing LIST = new ModelListing("/models?limit=1000", "data", "id");

  /**
   * @throws IllegalArgumentException naming the invalid option
   */
  static MessagesWire of(ProviderSpec provider) {
    JsonNode limit = ProviderEndpoint.option(provider, "max_tokens");
    int maxTokens = limit.isMissingNode() ? MAX_TOKENS : limit.asInt();
    if (maxTokens < 1) {
      throw wrong(provider, "max_tokens must be a number of at least 1");
    }
    String thinking = ProviderEndpoint.option(provider, "thinking").asText("");
    MessagesThinking.Mode mode =
        switch (thinking) {
          case "" -> MessagesThinking.Mode.BY_NAME;
          case "adaptive" -> MessagesThinking.Mode.ADAPTIVE;
          case "budget" -> MessagesThinking.Mode.BUDGET;
          default -> throw wrong(provider, "thinking must be adaptive or budget");
        };
    boolean promptCache = ProviderEndpoint.option(provider, "prompt_cache").asBoolean(true);
    return new MessagesWire(
        provider.id(),
        maxTokens,
        promptCache,
        mode,
        ReasoningReplay.of(provider, ReasoningReplay.SIGNED),
        FormatSupport.of(provider, null));
  }

  private static IllegalArgumentException wrong(ProviderSpec provider, String reason) {
    return new IllegalArgumentException(
        "provider " + provider.id() + ": adapter_options." + reason);
  }

  @Override
  public RequestDocument request(LlmRequest request) throws InferenceException {
    return new RequestDocument("/messages", MessagesRequestWriter.write(request, this));
  }

  @Override
  public String refuses(Media media) {
    return MessagesMedia.refuses(media);
  }

  @Override
  public StreamFormat format() {
    return EVENTS;
  }

  @Override
  public AnswerReader answer(LlmListener listener, ProviderFailures failures) {
    return new MessagesAnswer(providerId, listener, failures);
  }

  @Override
  public ModelListing models() {
    return LIST;
  }

  @Override
  public ErrorDocuments errors() {
    return ERRORS;
  }

  /** The provider requires a limit. */
  @Override
  public Integer usualAnswer(LlmRequest request) {
    return MessagesThinking.of(request, this).maxTokens();
  }
}

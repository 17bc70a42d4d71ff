package io.awaken.provider.openai;

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
 * Streamed chat completions.
 *
 * @param providerId id under which the provider's metadata is stored
 * @param includeUsage whether to request token usage
 * @param maxTokensField the field name of the length limit
 * @param replay which reasoning is sent back
 * @param formats response formats that the server accepts
 */
record ChatWire(
    String providerId,
    boolean includeUsage,
    String maxTokensField,
    ReasoningReplay replay,
    FormatSupport formats)
    implements ModelWire {

  private static final String OPENAI_HOST = "api.openai.com";
  private static final StreamFormat EVENTS = StreamFormat.serverSentEvents(true);
  private static final ErrorDocuments ERRORS = new OpenAiErrors();
  private static final ModelListing LIST = new ModelListing("/models", "data", "id");

  /**
   * @throws IllegalArgumentException naming the invalid option
   */
  static ChatWire of(ProviderSpec provider, ProviderEndpoint endpoint) {
    boolean openAi = OPENAI_HOST.equals(endpoint.base().getHost());
    return new ChatWire(
        provider.id(),
        ProviderEndpoint.option(provider, "include_usage").asBoolean(true),
        ProviderEndpoint.option(provider, "max_tokens_field")
            .asText(openAi ? "max_completion_tokens" : "max_tokens"),
        ReasoningReplay.of(provider, ReasoningReplay.SIGNED),
        FormatSupport.of(provider, FormatSupport.JSON_SCHEMA));
  }

  @Override
  public RequestDocument request(LlmRequest request) throws InferenceException {
    return new RequestDocument("/chat/completions", ChatRequestWriter.write(request, this));
  }

  @Override
  public String refuses(Media media) {
    return ChatParts.refuses(media);
  }

  @Override
  public StreamFormat format() {
    return EVENTS;
  }

  @Override
  public AnswerReader answer(LlmListener listener, ProviderFailures failures) {
    return new ChatAnswer(providerId, listener, failures);
  }

  @Override
  public ModelListing models() {
    return LIST;
  }

  @Override
  public ErrorDocuments errors() {
    return ERRORS;
  }
}

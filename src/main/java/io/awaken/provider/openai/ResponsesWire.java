package io.awaken.provider.openai;

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
import io.awaken.provider.http.RequestDocument;
import io.awaken.provider.http.StreamFormat;
import java.util.Set;

/**
 * Streamed responses.
 *
 * @param providerId id under which the provider's reasoning and metadata are stored
 * @param encryptedReasoning whether to request reasoning that can be sent back
 * @param reasoningSummary the requested reasoning summary; null for none
 */
record ResponsesWire(String providerId, boolean encryptedReasoning, String reasoningSummary)
    implements ModelWire {

  /** A specific event ends the stream; some servers send the end mark of chat instead. */
  private static final StreamFormat EVENTS = StreamFormat.serverSentEvents(true);

  private static final ErrorDocuments ERRORS = new ResponsesErrors();
  private static final ModelListing LIST = new ModelListing("/models", "data", "id");
  private static final Set<String> SUMMARIES = Set.of("auto", "concise", "detailed");

  /**
   * @throws IllegalArgumentException when the value of an option is unknown
   */
  static ResponsesWire of(ProviderSpec provider) {
    String summary = ProviderEndpoint.option(provider, "reasoning_summary").asText(null);
    if (summary != null && !SUMMARIES.contains(summary)) {
      throw new IllegalArgumentException(
          "adapter_options.reasoning_summary must be auto, concise or detailed");
    }
    return new ResponsesWire(
        provider.id(),
        ProviderEndpoint.option(provider, "encrypted_reasoning").asBoolean(true),
        summary);
  }

  @Override
  public RequestDocument request(LlmRequest request) throws InferenceException {
    return new RequestDocument("/responses", ResponsesRequestWriter.write(request, this));
  }

  @Override
  public String refuses(Media media) {
    return ResponsesParts.refuses(media);
  }

  @Override
  public StreamFormat format() {
    return EVENTS;
  }

  @Override
  public AnswerReader answer(LlmListener listener, ProviderFailures failures) {
    return new ResponsesAnswer(providerId, listener, failures);
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

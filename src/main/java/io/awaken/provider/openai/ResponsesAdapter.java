package io.awaken.provider.openai;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.http.ModelListing;
import io.awaken.provider.http.ModelWire;
import io.awaken.provider.http.ProviderEndpoint;
import io.awaken.provider.http.StreamFormat;
import io.awaken.provider.http.StreamedModel;
import java.util.Set;

/**
 * The wire {@code openai_responses}: the Responses API, without state at the provider. Base URL,
 * key, timeout and the option {@code headers} are those of {@link OpenAiAdapter}. Further options:
 *
 * <ul>
 *   <li>{@code encrypted_reasoning}: whether to request encrypted reasoning, which is sent back
 *       with the conversation; default true, false for models without reasoning that reject it;
 *   <li>{@code reasoning_summary}: {@code auto}, {@code concise} or {@code detailed}; by default no
 *       reasoning summary is requested.
 * </ul>
 */
public final class ResponsesAdapter implements LlmAdapter {

  static final String NAME = "openai_responses";

  private final OutboundHttp http;

  public ResponsesAdapter(OutboundHttp http) {
    this.http = http;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public LlmExecutor create(ProviderSpec provider) {
    ProviderEndpoint endpoint = OpenAiAdapter.endpoint(provider);
    return new StreamedModel(http, endpoint, Options.of(provider).wire());
  }

  /**
   * The options of a provider.
   *
   * @param providerId id under which the provider's reasoning and metadata are stored
   * @param encryptedReasoning whether to request reasoning that can be sent back
   * @param reasoningSummary the requested reasoning summary; null for none
   */
  record Options(String providerId, boolean encryptedReasoning, String reasoningSummary) {

    /** A specific event ends the stream; some servers send the end mark of chat instead. */
    private static final StreamFormat EVENTS = StreamFormat.serverSentEvents(true);

    private static final Set<String> SUMMARIES = Set.of("auto", "concise", "detailed");

    /**
     * @throws IllegalArgumentException when the value of an option is unknown
     */
    static Options of(ProviderSpec provider) {
      String summary = ProviderEndpoint.option(provider, "reasoning_summary").asText(null);
      if (summary != null && !SUMMARIES.contains(summary)) {
        throw new IllegalArgumentException(
            "adapter_options.reasoning_summary must be auto, concise or detailed");
      }
      return new Options(
          provider.id(),
          ProviderEndpoint.option(provider, "encrypted_reasoning").asBoolean(true),
          summary);
    }

    ModelWire wire() {
      return new ModelWire(
          EVENTS,
          new ModelListing("/models", "data", "id"),
          new OpenAiErrors.Responses(),
          request ->
              new ModelWire.Document("/responses", ResponsesRequestWriter.write(request, this)),
          (listener, failures) -> new ResponsesAnswer(providerId, listener, failures),
          ResponsesParts::refuses);
    }
  }
}

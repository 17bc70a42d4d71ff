package io.awaken.provider.openai;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.http.FormatSupport;
import io.awaken.provider.http.ModelListing;
import io.awaken.provider.http.ModelWire;
import io.awaken.provider.http.ProviderEndpoint;
import io.awaken.provider.http.ProviderEndpoint.KeyHeader;
import io.awaken.provider.http.ReasoningReplay;
import io.awaken.provider.http.StreamFormat;
import io.awaken.provider.http.StreamedModel;
import java.util.Map;

/**
 * The wire {@code openai}: chat completions. The provider's document gives {@code base_url} with
 * its {@code /v1} (default {@value #DEFAULT_BASE_URL}), {@code api_key} (optional for servers
 * without authentication) and {@code timeout_secs}, the seconds that the provider may stay silent.
 * Options:
 *
 * <ul>
 *   <li>{@code headers}: sent with every request;
 *   <li>{@code include_usage}: whether to request token usage; default true, false for servers that
 *       reject {@code stream_options};
 *   <li>{@code max_tokens_field}: the field name of the length limit; default {@code
 *       max_completion_tokens} for OpenAI itself and {@code max_tokens} for all others;
 *   <li>{@code replay_reasoning}: which reasoning is sent back: {@code signed}, the default, only
 *       the {@code reasoning_details} of OpenRouter; {@code always}, for models that reject a
 *       conversation without it, also {@code reasoning_content}; {@code never};
 *   <li>{@code response_format}: the formats that the server accepts, {@code json_schema}, {@code
 *       json_object} or {@code none}; default {@code json_schema}. The prompt describes other
 *       formats.
 * </ul>
 */
public final class OpenAiAdapter implements LlmAdapter {

  static final String DEFAULT_BASE_URL = "https://api.openai.com/v1";

  private final OutboundHttp http;

  public OpenAiAdapter(OutboundHttp http) {
    this.http = http;
  }

  @Override
  public String name() {
    return "openai";
  }

  @Override
  public LlmExecutor create(ProviderSpec provider) {
    ProviderEndpoint endpoint = endpoint(provider);
    return new StreamedModel(http, endpoint, Options.of(provider, endpoint).wire());
  }

  static ProviderEndpoint endpoint(ProviderSpec provider) {
    return ProviderEndpoint.of(provider, DEFAULT_BASE_URL, KeyHeader.BEARER, Map.of());
  }

  /**
   * The options of a provider.
   *
   * @param providerId id under which the provider's metadata is stored
   * @param includeUsage whether to request token usage
   * @param maxTokensField the field name of the length limit
   * @param replay which reasoning is sent back
   * @param formats response formats that the server accepts
   */
  record Options(
      String providerId,
      boolean includeUsage,
      String maxTokensField,
      ReasoningReplay replay,
      FormatSupport formats) {

    private static final String OPENAI_HOST = "api.openai.com";

    /**
     * @throws IllegalArgumentException naming the invalid option
     */
    static Options of(ProviderSpec provider, ProviderEndpoint endpoint) {
      boolean openAi = OPENAI_HOST.equals(endpoint.base().getHost());
      return new Options(
          provider.id(),
          ProviderEndpoint.option(provider, "include_usage").asBoolean(true),
          ProviderEndpoint.option(provider, "max_tokens_field")
              .asText(openAi ? "max_completion_tokens" : "max_tokens"),
          ReasoningReplay.of(provider, ReasoningReplay.SIGNED),
          FormatSupport.of(provider, FormatSupport.JSON_SCHEMA));
    }

    ModelWire wire() {
      return new ModelWire(
          StreamFormat.serverSentEvents(true),
          new ModelListing("/models", "data", "id"),
          new OpenAiErrors(),
          request ->
              new ModelWire.Document("/chat/completions", ChatRequestWriter.write(request, this)),
          (listener, failures) -> new ChatAnswer(providerId, listener, failures),
          ChatParts::refuses);
    }
  }
}

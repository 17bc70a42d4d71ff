package io.awaken.provider.openai;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.http.KeyHeader;
import io.awaken.provider.http.ProviderEndpoint;
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
    return new StreamedModel(http, endpoint, ChatWire.of(provider, endpoint));
  }

  static ProviderEndpoint endpoint(ProviderSpec provider) {
    return ProviderEndpoint.of(provider, DEFAULT_BASE_URL, KeyHeader.BEARER, Map.of());
  }
}

package io.awaken.provider.anthropic;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.http.KeyHeader;
import io.awaken.provider.http.ProviderEndpoint;
import io.awaken.provider.http.StreamedModel;
import java.util.Map;

/**
 * The wire {@code anthropic}: messages. The provider's document gives {@code base_url} with its
 * {@code /v1} (default {@value #DEFAULT_BASE_URL}), {@code api_key} and {@code timeout_secs}, the
 * seconds that the provider may stay silent. Options:
 *
 * <ul>
 *   <li>{@code headers}: sent with every request; {@code anthropic-version} replaces {@value
 *       #VERSION};
 *   <li>{@code max_tokens}: token limit of an answer when neither agent nor request sets one, since
 *       the provider requires a limit; default 8192;
 *   <li>{@code prompt_cache}: whether the prompt's prefix is marked for the provider's cache;
 *       default true (features row 110);
 *   <li>{@code thinking}: {@code adaptive} or {@code budget}, how the request asks models to think;
 *       by default the model's name decides;
 *   <li>{@code replay_reasoning}: which thinking is sent back: {@code signed}, the default, {@code
 *       always}, for servers that sign nothing and want it back, or {@code never};
 *   <li>{@code response_format}: {@code json_schema} or {@code none}, whether the models accept a
 *       schema; by default the model's name decides. Without a schema the prompt describes the
 *       format.
 * </ul>
 */
public final class AnthropicAdapter implements LlmAdapter {

  static final String DEFAULT_BASE_URL = "https://api.anthropic.com/v1";
  static final String VERSION = "2023-06-01";

  private final OutboundHttp http;

  public AnthropicAdapter(OutboundHttp http) {
    this.http = http;
  }

  @Override
  public String name() {
    return "anthropic";
  }

  @Override
  public LlmExecutor create(ProviderSpec provider) {
    return new StreamedModel(http, endpoint(provider), MessagesWire.of(provider));
  }

  static ProviderEndpoint endpoint(ProviderSpec provider) {
    return ProviderEndpoint.of(
        provider,
        DEFAULT_BASE_URL,
        KeyHeader.named("x-api-key"),
        Map.of("anthropic-version", VERSION));
  }
}

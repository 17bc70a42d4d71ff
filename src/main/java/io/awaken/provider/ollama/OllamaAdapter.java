package io.awaken.provider.ollama;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.http.KeyHeader;
import io.awaken.provider.http.ProviderEndpoint;
import io.awaken.provider.http.StreamedModel;
import java.util.Map;

/**
 * The wire {@code ollama}: {@code /api/chat} of Ollama. The provider's document gives {@code
 * base_url} (default {@value #DEFAULT_BASE_URL}), {@code api_key} if a proxy or ollama.com requires
 * one, and {@code timeout_secs}, the seconds that the provider may stay silent, loading the model
 * included. Options:
 *
 * <ul>
 *   <li>{@code headers}: sent with every request;
 *   <li>{@code options}: parameters of Ollama for every request, such as {@code num_ctx}, the
 *       context window of the loaded model; settings of an agent override them;
 *   <li>{@code keep_alive}: how long the model stays loaded, for example {@code 30m} or -1;
 *   <li>{@code replay_reasoning}: whether reasoning is sent back with the calls that follow it:
 *       {@code always}, the default, or {@code never}; {@code signed} is none, too.
 * </ul>
 */
public final class OllamaAdapter implements LlmAdapter {

  static final String NAME = "ollama";
  static final String DEFAULT_BASE_URL = "http://localhost:11434";

  private final OutboundHttp http;

  public OllamaAdapter(OutboundHttp http) {
    this.http = http;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public LlmExecutor create(ProviderSpec provider) {
    var endpoint = ProviderEndpoint.of(provider, DEFAULT_BASE_URL, KeyHeader.BEARER, Map.of());
    return new StreamedModel(http, endpoint, OllamaWire.of(provider));
  }
}

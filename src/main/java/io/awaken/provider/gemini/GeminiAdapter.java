package io.awaken.provider.gemini;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.http.KeyHeader;
import io.awaken.provider.http.ProviderEndpoint;
import io.awaken.provider.http.StreamedModel;
import java.util.Map;

/**
 * The wire {@code gemini}: generated content. The provider's document gives {@code base_url} with
 * its version (default {@value #DEFAULT_BASE_URL}), {@code api_key} and {@code timeout_secs}, the
 * seconds that the provider may stay silent. The key goes in a header, never in the address. The
 * option {@code headers} is sent with every request.
 */
public final class GeminiAdapter implements LlmAdapter {

  static final String DEFAULT_BASE_URL = "https://generativelanguage.googleapis.com/v1beta";

  private final OutboundHttp http;

  public GeminiAdapter(OutboundHttp http) {
    this.http = http;
  }

  @Override
  public String name() {
    return "gemini";
  }

  @Override
  public LlmExecutor create(ProviderSpec provider) {
    return new StreamedModel(http, endpoint(provider), new GenerateWire(provider.id()));
  }

  static ProviderEndpoint endpoint(ProviderSpec provider) {
    return ProviderEndpoint.of(
        provider, DEFAULT_BASE_URL, KeyHeader.named("x-goog-api-key"), Map.of());
  }
}

package io.awaken.provider.openai;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;

/**
 * The wire {@code openai}: chat completions. The provider's document gives {@code base_url} with
 * its {@code /v1} (default {@value OpenAiEndpoint#DEFAULT_BASE_URL}), {@code api_key} (none for
 * servers that ask for none) and {@code timeout_secs}, the seconds that the provider may stay
 * silent. Options:
 *
 * <ul>
 *   <li>{@code headers}: sent with every request;
 *   <li>{@code include_usage}: whether to ask for token usage; default true, false for servers that
 *       refuse {@code stream_options};
 *   <li>{@code max_tokens_field}: the name under which the length limit is sent; default {@code
 *       max_completion_tokens} for OpenAI itself and {@code max_tokens} for all others.
 * </ul>
 */
public final class OpenAiAdapter implements LlmAdapter {

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
    return new OpenAiModel(http, OpenAiEndpoint.of(provider));
  }
}

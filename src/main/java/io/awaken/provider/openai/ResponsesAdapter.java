package io.awaken.provider.openai;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.http.ProviderEndpoint;
import io.awaken.provider.http.StreamedModel;

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
    return new StreamedModel(http, endpoint, ResponsesWire.of(provider));
  }
}

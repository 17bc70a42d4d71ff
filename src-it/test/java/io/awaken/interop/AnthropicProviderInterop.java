package io.awaken.interop;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.provider.anthropic.AnthropicAdapter;

/** The wire {@code anthropic}; the mock refuses calls that go back without their thoughts. */
class AnthropicProviderInterop extends ProviderScenarios {

  @Override
  LlmAdapter adapter(OutboundHttp http) {
    return new AnthropicAdapter(http);
  }

  @Override
  String baseUrl(AimockServer mock) {
    return mock.address() + "/v1";
  }

  @Override
  String modelName() {
    return "claude-sonnet-4-5";
  }

  @Override
  ContentBlock.Thinking thought(String text) {
    return ContentBlock.Thinking.signed(text, "mock", "aimock-placeholder-signature");
  }
}

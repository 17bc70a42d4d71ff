package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.provider.anthropic.AnthropicAdapter;

/**
 * The wire {@code anthropic}; the mock refuses tool calls sent back without their thinking blocks.
 */
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
  void assertKept(ContentBlock.Thinking thought, String text) {
    assertThat(thought)
        .isEqualTo(ContentBlock.Thinking.signed(text, "mock", "aimock-placeholder-signature"));
  }
}

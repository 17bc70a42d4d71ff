package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.provider.gemini.GeminiAdapter;

/** The wire {@code gemini}; the mock signs nothing. */
class GeminiProviderInterop extends ProviderScenarios {

  @Override
  LlmAdapter adapter(OutboundHttp http) {
    return new GeminiAdapter(http);
  }

  @Override
  String baseUrl(AimockServer mock) {
    return mock.address() + "/v1beta";
  }

  @Override
  String modelName() {
    return "gemini-2.5-flash";
  }

  @Override
  void assertKept(ContentBlock.Thinking thought, String text) {
    assertThat(thought).isEqualTo(new ContentBlock.Thinking(text));
  }
}

package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.provider.openai.ResponsesAdapter;
import java.util.Base64;

/**
 * The wire {@code openai_responses}; the mock seals each reasoning item under the id that it
 * assigned.
 */
class OpenAiResponsesInterop extends ProviderScenarios {

  @Override
  LlmAdapter adapter(OutboundHttp http) {
    return new ResponsesAdapter(http);
  }

  @Override
  String baseUrl(AimockServer mock) {
    return mock.baseUrl();
  }

  @Override
  String modelName() {
    return "gpt-5-mini";
  }

  @Override
  void assertKept(ContentBlock.Thinking thought, String text) {
    String id = ProviderMetadata.get(thought.providerMetadata(), "mock").path("id").textValue();

    assertThat(thought.thinking()).isEqualTo(text);
    assertThat(thought.provider()).isEqualTo("mock");
    assertThat(new String(Base64.getDecoder().decode(thought.encrypted())))
        .isEqualTo("aimock-encrypted-reasoning:" + id);
  }
}

package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.fixture.Rows;
import io.awaken.provider.openai.OpenAiAdapter;
import org.junit.jupiter.api.Test;

/** The wire {@code openai}, chat completions. */
class OpenAiProviderInterop extends ProviderScenarios {

  @Override
  LlmAdapter adapter(OutboundHttp http) {
    return new OpenAiAdapter(http);
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
    assertThat(thought).isEqualTo(new ContentBlock.Thinking(text));
  }

  /**
   * The mock returns this answer only if it reads the schema; for other wires it ignores the
   * response format.
   */
  @Test
  @Rows(1022)
  void theMockReadsTheSchema() throws Exception {
    assertThat(formed("Sort by schema", TOPIC).text()).isEqualTo("{\"topic\":\"order\"}");
  }
}

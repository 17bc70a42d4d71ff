package io.awaken.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.fixture.RecordedWire;
import java.io.IOException;
import java.util.Map;

/** The wire on a test server, and its requests. */
final class AnthropicFixture {

  static final RecordedWire WIRE = RecordedWire.ofEvents(AnthropicAdapter::new);

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private AnthropicFixture() {}

  static JsonNode sent(LlmRequest request) throws Exception {
    return sent(request, Map.of());
  }

  /** With these options in the provider's document. */
  static JsonNode sent(LlmRequest request, Map<String, JsonNode> options) throws Exception {
    return WIRE.sent(request, options);
  }

  /** The document of the provider {@code p} with these options. */
  static ProviderSpec spec(Map<String, JsonNode> options) {
    return new ProviderSpec("p", "anthropic", null, null, null, options);
  }

  /** JSON that may be written with single quotes. */
  static JsonNode json(String text) throws IOException {
    return MAPPER.readTree(text.replace('\'', '"'));
  }
}

package io.awaken.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.Secret;
import io.awaken.fixture.RawHttpServer;
import java.io.IOException;
import java.util.Map;

/** A provider {@code p} with a key, on a test's server, and what it would be sent. */
final class AnthropicFixture {

  static final String KEY = "sk-ant-canary";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final OutboundHttp HTTP =
      OutboundHttp.forOperatorAddresses(
          task -> Thread.ofVirtual().start(task), OutboundHttp.DEFAULT_CONNECT_TIMEOUT);

  private AnthropicFixture() {}

  static LlmExecutor model(RawHttpServer server) {
    return new AnthropicAdapter(HTTP).create(spec(server.baseUrl() + "/v1", Map.of()));
  }

  static ProviderSpec spec(String baseUrl, Map<String, JsonNode> options) {
    return new ProviderSpec("p", "anthropic", new Secret(KEY), baseUrl, 30, options);
  }

  /** The body of a request, with these options in the provider's document. */
  static JsonNode sent(LlmRequest request, Map<String, JsonNode> options)
      throws InferenceException, IOException {
    MessagesWire wire = MessagesWire.of(spec(null, options));
    return MAPPER.readTree(wire.request(request.seenBy("p")).body());
  }

  static JsonNode sent(LlmRequest request) throws InferenceException, IOException {
    return sent(request, Map.of());
  }

  /** JSON that may be written with single quotes. */
  static JsonNode json(String text) throws IOException {
    return MAPPER.readTree(text.replace('\'', '"'));
  }
}

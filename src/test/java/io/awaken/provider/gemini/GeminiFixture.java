package io.awaken.provider.gemini;

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
final class GeminiFixture {

  static final String KEY = "AIza-canary";
  static final GenerateWire WIRE = new GenerateWire("p");

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final OutboundHttp HTTP =
      OutboundHttp.forOperatorAddresses(
          task -> Thread.ofVirtual().start(task), OutboundHttp.DEFAULT_CONNECT_TIMEOUT);

  private GeminiFixture() {}

  static LlmExecutor model(RawHttpServer server) {
    return new GeminiAdapter(HTTP).create(spec(server.baseUrl() + "/v1beta"));
  }

  static ProviderSpec spec(String baseUrl) {
    return new ProviderSpec("p", "gemini", new Secret(KEY), baseUrl, 30, Map.of());
  }

  static JsonNode sent(LlmRequest request) throws InferenceException, IOException {
    return MAPPER.readTree(WIRE.request(request.seenBy("p")).body());
  }

  /** JSON that may be written with single quotes. */
  static JsonNode json(String text) throws IOException {
    return MAPPER.readTree(text.replace('\'', '"'));
  }
}

package io.awaken.provider.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.model.LlmRequest;
import io.awaken.fixture.RecordedWire;
import java.io.IOException;
import java.util.Map;

/** The wire on a test server, and its requests. */
final class GeminiFixture {

  static final RecordedWire WIRE = RecordedWire.ofEvents(GeminiAdapter::new);

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private GeminiFixture() {}

  static JsonNode sent(LlmRequest request) throws Exception {
    return WIRE.sent(request, Map.of());
  }

  /** JSON that may be written with single quotes. */
  static JsonNode json(String text) throws IOException {
    return MAPPER.readTree(text.replace('\'', '"'));
  }
}

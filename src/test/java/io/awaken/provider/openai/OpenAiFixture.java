package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.Secret;
import io.awaken.fixture.RawHttpServer;
import io.awaken.provider.http.ProviderEndpoint;
import io.awaken.provider.http.ProviderEndpoint.AnswerLimits;
import io.awaken.provider.http.StreamedModel;
import java.time.Duration;
import java.util.Map;

/** A provider {@code p} with a key, on a test's server. */
final class OpenAiFixture {

  static final String KEY = "sk-canary";

  private static final OutboundHttp HTTP =
      OutboundHttp.forOperatorAddresses(
          task -> Thread.ofVirtual().start(task), OutboundHttp.DEFAULT_CONNECT_TIMEOUT);

  private OpenAiFixture() {}

  static LlmExecutor model(RawHttpServer server) {
    return model(server.baseUrl() + "/v1", Map.of());
  }

  static LlmExecutor model(String baseUrl, Map<String, JsonNode> options) {
    return new OpenAiAdapter(HTTP)
        .create(new ProviderSpec("p", "openai", new Secret(KEY), baseUrl, 30, options));
  }

  /** Gives a silent provider a second. */
  static LlmExecutor impatient(RawHttpServer server) {
    var provider = new ProviderSpec("p", "openai", new Secret(KEY), server.baseUrl(), null, null);
    ProviderEndpoint patient = OpenAiAdapter.endpoint(provider);
    return new StreamedModel(
        HTTP,
        patient.with(AnswerLimits.of(Duration.ofSeconds(1))),
        OpenAiAdapter.Options.of(provider, patient).wire());
  }

  static CancellationToken token() {
    return new CancellationToken();
  }
}

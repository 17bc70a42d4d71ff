package io.awaken.config.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.config.BuiltinDocuments;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.message.Message;
import io.awaken.core.model.CircuitBreakerConfig;
import io.awaken.core.model.CircuitBreakers;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.model.StreamResult;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.Rows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server's wires with providers chosen by the environment. */
class AnsweringModelTest {

  private static final OutboundHttp HTTP =
      OutboundHttp.forOperatorAddresses(
          task -> Thread.ofVirtual().start(task), OutboundHttp.DEFAULT_CONNECT_TIMEOUT);

  private static final String ANSWER =
      """
      data: {"choices":[{"index":0,"delta":{"content":"Hello."}}]}

      data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

      data: [DONE]

      """;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ANTHROPIC_API_KEY | s3cret     | claude-sonnet-5-5 of the provider anthropic",
        "GEMINI_API_KEY    | s3cret     | gemini-flash-latest of the provider gemini",
        "OLLAMA_HOST       | gpu.local  | qwen3:4b of the provider ollama at"
            + " http://gpu.local:11434",
        "OPENAI_API_KEY    | s3cret     | gpt-5-mini of the provider openai at"
            + " https://api.openai.com/v1",
        "OPENAI_BASE_URL   | http://h/v1 | gpt-5-mini of the provider openai at http://h/v1",
      })
  void theLogAtStartNamesTheAnsweringModel(String variable, String value, String model) {
    assertThat(answering(Map.of(variable, value)))
        .isEqualTo("The agent default is answered by the model " + model);
  }

  @Test
  void theLogAtStartNamesTheDemo() {
    assertThat(answering(Map.of()))
        .isEqualTo(
            "The agent default is answered by the built-in demo, which is not a real model:"
                + " see docs/models.md for how to get one");
  }

  @Test
  void theLogAtStartNamesTheScript() throws Exception {
    Path script = Files.writeString(directory.resolve("s.yaml"), "turns:\n  - text: hi\n");

    assertThat(answering(Map.of("awaken.model.script", script.toString())))
        .isEqualTo("The agent default is answered by a script");
  }

  @Test
  @Rows(103)
  void theBuiltInAgentRetriesAnOverloadedModel() throws Exception {
    var left = new AtomicInteger(1);
    var endpoint =
        RawHttpServer.answering(
            connection -> {
              if (left.getAndDecrement() > 0) {
                connection.document("503 Busy", "Connection: close\r\n", "{}");
              } else {
                connection.eventStream().text(ANSWER);
              }
            });
    try (endpoint) {
      RegistrySnapshot registry = registry(Map.of("OPENAI_BASE_URL", endpoint.baseUrl()));

      StreamResult answer =
          AgentResolver.resolve(registry, BuiltinDocuments.DEFAULT)
              .executor()
              .execute(
                  new LlmRequest(
                      "m",
                      null,
                      List.of(Message.user("Hi")),
                      List.of(),
                      InferenceParameters.DEFAULT),
                  LlmListener.NONE,
                  new CancellationToken());

      assertThat(answer.text()).isEqualTo("Hello.");
      assertThat(endpoint.requests()).hasSize(2);
    }
  }

  @Test
  @Rows({21, 1172})
  void ollamaGetsTheWindowThatRequestsAreCutTo() {
    RegistrySnapshot registry = registry(Map.of("OLLAMA_HOST", "gpu.local"));
    JsonNode window = registry.providers().of("ollama").at("/adapter_options/options/num_ctx");

    assertThat(window.intValue()).isEqualTo(16_384);
    assertThat(registry.model(BuiltinDocuments.DEFAULT).orElseThrow().contextWindow())
        .isEqualTo(window.intValue());
    assertThat(registry.model("ollama/gemma3").orElseThrow().contextWindow())
        .isEqualTo(window.intValue());
  }

  private static String answering(Map<String, String> configured) {
    return AnsweringModel.of(registry(configured)).orElseThrow();
  }

  private static RegistrySnapshot registry(Map<String, String> configured) {
    var ports =
        new ModelPorts(
            (wait, token) -> {},
            () -> 0,
            new CircuitBreakers(CircuitBreakerConfig.DEFAULT, () -> 0));
    return new RegistryLoader(ModelWires.with(HTTP, path -> null), ports)
        .load(
            BuiltinDocuments.choose(name -> Optional.ofNullable(configured.get(name))),
            List.of(),
            PluginSet.NONE);
  }
}

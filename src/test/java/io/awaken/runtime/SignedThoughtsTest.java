package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.builtin.demo.TimeTool;
import io.awaken.builtin.demo.WeatherTool;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.RecordedWire;
import io.awaken.fixture.Rows;
import io.awaken.provider.anthropic.AnthropicAdapter;
import io.awaken.provider.gemini.GeminiAdapter;
import io.awaken.provider.openai.OpenAiAdapter;
import io.awaken.testkit.CollectingSink;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** A model's thinking is returned unchanged to its own provider, and to no other. */
@Rows(109)
class SignedThoughtsTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final OutboundHttp HTTP =
      OutboundHttp.forOperatorAddresses(
          task -> Thread.ofVirtual().start(task), OutboundHttp.DEFAULT_CONNECT_TIMEOUT);

  private final CollectingSink sink = new CollectingSink();

  /** Replays a provider's recorded streams, and continues the thread with another provider. */
  private List<JsonNode> sentInARunAndToAnother(LlmAdapter wire, String path, String... streams)
      throws Exception {
    Queue<String> answers = new ArrayDeque<>(List.of(streams));
    String other =
        "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}";
    try (var server =
            RawHttpServer.answering(
                connection ->
                    connection
                        .eventStream()
                        .text(answers.isEmpty() ? other + "\n\n" : answers.remove()));
        var runtime =
            AgentRuntime.builder()
                .inMemory()
                .withAgentSpec(AgentSpec.of("a", "m"))
                .withModel(new ModelSpec("m", "p", "thinking-model"))
                .withProvider(provider("p", wire, server.baseUrl() + path), wire)
                .withAgentSpec(AgentSpec.of("b", "n"))
                .withModel(new ModelSpec("n", "q", "any"))
                .withProvider(
                    provider("q", new OpenAiAdapter(HTTP), server.baseUrl()),
                    new OpenAiAdapter(HTTP))
                .withTool("get_weather", new WeatherTool())
                .withTool("current_time", new TimeTool(InstantSource.system()))
                .build()) {
      ThreadId thread = runtime.run(RunRequest.of("a", "Compare"), sink).threadId();
      runtime.run(RunRequest.of("b", "And now?").in(thread), sink);
      return List.of(
          parsed(server.requests().get(1).body()), parsed(server.requests().get(2).body()));
    }
  }

  private static ProviderSpec provider(String id, LlmAdapter wire, String baseUrl) {
    return new ProviderSpec(id, wire.name(), null, baseUrl, 30, null);
  }

  private static JsonNode parsed(String body) throws IOException {
    return MAPPER.readTree(body);
  }

  @Test
  void anthropicsThinkingIsReturnedOnlyToAnthropic() throws Exception {
    List<JsonNode> sent =
        sentInARunAndToAnother(
            new AnthropicAdapter(HTTP),
            "/v1",
            RecordedWire.recorded("anthropic/thinking-and-calls.txt"),
            RecordedWire.recorded("anthropic/text.txt"));

    JsonNode content = sent.getFirst().path("messages").path(1).path("content");
    assertThat(content.findValuesAsText("type"))
        .startsWith("thinking", "redacted_thinking", "text", "tool_use", "tool_use");
    assertThat(content.path(0))
        .isEqualTo(
            parsed(
                """
                {"type": "thinking", "thinking": "Two cities, two calls.", "signature": "c2lnbmVk"}
                """));
    assertThat(content.path(1).path("data").textValue()).isEqualTo("ZW5jcnlwdGVk");
    assertThat(content.path(3).path("id").textValue()).isEqualTo("toolu_bern");
    assertThat(sent.getFirst().path("messages").path(2).findValuesAsText("tool_use_id"))
        .containsExactly("toolu_bern", "toolu_time");
    assertThat(sent.getLast().toString())
        .contains("I look both up.")
        .doesNotContain("c2lnbmVk", "ZW5jcnlwdGVk");
  }

  @Test
  void geminisSignaturesAreReturnedOnlyToGemini() throws Exception {
    List<JsonNode> sent =
        sentInARunAndToAnother(
            new GeminiAdapter(HTTP),
            "/v1beta",
            RecordedWire.recorded("gemini/thoughts-and-calls.txt"),
            RecordedWire.recorded("gemini/text.txt"));

    JsonNode contents = sent.getFirst().path("contents");
    assertThat(contents.path(1).path("parts"))
        .isEqualTo(
            parsed(
                """
                [{"text": "I look both up."},
                 {"functionCall": {"id": "fc-bern", "name": "get_weather",
                    "args": {"city": "Bern"}}, "thoughtSignature": "c2lnbmVk"},
                 {"functionCall": {"name": "get_weather", "args": {"city": "Genève"}}},
                 {"functionCall": {"name": "current_time", "args": {}}}]
                """));
    JsonNode results = contents.path(2).path("parts");
    assertThat(results.findValuesAsText("name"))
        .containsExactly("get_weather", "get_weather", "current_time");
    assertThat(results.findValuesAsText("id")).containsExactly("fc-bern");
    assertThat(sent.getLast().toString())
        .contains("I look both up.")
        .doesNotContain("c2lnbmVk", "c2lnLWVuZA==");
  }
}

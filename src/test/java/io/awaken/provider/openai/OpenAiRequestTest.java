package io.awaken.provider.openai;

import static io.awaken.fixture.Conversations.assistant;
import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.tool;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.builtin.demo.WeatherTool;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.spec.Secret;
import io.awaken.fixture.Carries;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.Rows;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiRequestTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  @Carries("openai:calls")
  void aWholeConversationIsSentInTheFormatOfTheWire() throws Exception {
    var weather = new WeatherTool().descriptor();
    var good =
        new ToolCall(
            "c1", "get_weather", JsonNodeFactory.instance.objectNode().put("city", "Bern"));
    var broken = new ToolCall("c2", "get_weather", TextNode.valueOf("{\"city\":"));
    var request =
        new LlmRequest(
            "gpt",
            "Be brief.",
            List.of(
                user("Weather?"),
                assistant(null, good, broken),
                tool("c1", "sunny"),
                tool("c2", "error"),
                assistant("Sunny.")),
            List.of(weather),
            new InferenceParameters(0.5, 0.9, 100, null));

    assertThat(body(request, Map.of()))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"model": "gpt",
                 "messages": [
                  {"role": "system", "content": "Be brief."},
                  {"role": "user", "content": "Weather?"},
                  {"role": "assistant", "content": null, "tool_calls": [
                    {"id": "c1", "type": "function",
                     "function": {"name": "get_weather", "arguments": "{\\"city\\":\\"Bern\\"}"}},
                    {"id": "c2", "type": "function",
                     "function": {"name": "get_weather", "arguments": "{\\"city\\":"}}]},
                  {"role": "tool", "tool_call_id": "c1", "content": "sunny"},
                  {"role": "tool", "tool_call_id": "c2", "content": "error"},
                  {"role": "assistant", "content": "Sunny."}],
                 "tools": [{"type": "function", "function": {
                    "name": "get_weather", "description": "%s", "parameters": %s}}],
                 "temperature": 0.5, "top_p": 0.9, "max_tokens": 100,
                 "stream": true, "stream_options": {"include_usage": true}}
                """
                    .formatted(weather.description(), weather.parameters())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"always\"", "true"})
  @Rows(1037)
  @Carries("openai:replay")
  void reasoningIsSentBackIfEnabled(String replay) throws Exception {
    JsonNode asked = asked(Map.of("replay_reasoning", json(replay)));

    assertThat(asked.path(0).path("reasoning_content").textValue()).isEqualTo("Hm.");
    assertThat(asked.path(1).path("reasoning_content").textValue()).isEqualTo("Hm.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"never\"", "\"signed\"", "false"})
  @Rows(1037)
  void reasoningWithoutASignatureIsNotSentBackOtherwise(String replay) throws Exception {
    assertThat(asked(Map.of("replay_reasoning", json(replay))).toString()).doesNotContain("Hm.");
    assertThat(asked(Map.of()).toString()).doesNotContain("Hm.");
  }

  @Test
  @Rows(1037)
  void anotherReplayOfReasoningIsRefused() {
    assertThatThrownBy(() -> asked(Map.of("replay_reasoning", json("\"sometimes\""))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("provider p: adapter_options.replay_reasoning must be never, signed or always");
  }

  /** The messages of a request with a call and an answer, both after reasoning. */
  private static JsonNode asked(Map<String, JsonNode> options) throws Exception {
    var call = new ToolCall("c", "f", JsonNodeFactory.instance.objectNode());
    var thought = new ContentBlock.Thinking("Hm.");
    var called =
        new Message("a", Role.ASSISTANT, List.of(thought), List.of(call), null, null, null);
    var answer =
        new Message(
            "b",
            Role.ASSISTANT,
            List.of(thought, new ContentBlock.Text("Yes.")),
            List.of(),
            null,
            null,
            null);
    return body(request(called, answer), options).path("messages");
  }

  @Test
  void unsetFieldsAreNotSent() throws Exception {
    assertThat(body(request(user("Hi")), Map.of("include_usage", json("false"))))
        .isEqualTo(
            json(
                "{\"model\":\"model\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}],"
                    + "\"stream\":true}"));
  }

  @Test
  void theLengthLimitHasTheProvidersFieldName() throws Exception {
    var request =
        new LlmRequest(
            "m", null, List.<Message>of(), List.of(), new InferenceParameters(null, null, 7, null));

    assertThat(body(request, Map.of("max_tokens_field", TextNode.valueOf("limit"))).path("limit"))
        .isEqualTo(json("7"));
    assertThat(wire(spec(null, null, 1, Map.of())).maxTokensField())
        .isEqualTo("max_completion_tokens");
  }

  @ParameterizedTest
  @Rows(102)
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "none"            | none
          "low"             | low
          "medium"          | medium
          "high"            | high
          "max"             | high
          {"budget": 1}     | low
          {"budget": 4607}  | low
          {"budget": 4608}  | medium
          {"budget": 16383} | medium
          {"budget": 16384} | high
          """)
  @Carries("openai:effort")
  void reasoningIsSentAsTheNearestSupportedLevel(String effort, String sent) throws Exception {
    var parameters = new InferenceParameters(null, null, null, ReasoningEffort.of(json(effort)));
    var request = new LlmRequest("m", null, List.<Message>of(), List.of(), parameters);

    assertThat(body(request, Map.of()).path("reasoning_effort").textValue()).isEqualTo(sent);
  }

  @Test
  void keyAndHeadersGoToTheAddressOfTheProvider() throws Exception {
    try (var server = answering()) {
      var headers = json("{\"X-Team\":\"blue\"}");
      OpenAiFixture.model(server.baseUrl() + "/v1/", Map.of("headers", headers))
          .execute(request(user("Hi")), new RecordedPieces(), OpenAiFixture.token());

      assertThat(server.requests().getFirst().head())
          .startsWith("POST /v1/chat/completions HTTP/1.1\r\n")
          .contains("\r\nAuthorization: Bearer " + OpenAiFixture.KEY + "\r\n")
          .contains("\r\nX-Team: blue\r\n")
          .contains("\r\nContent-Type: application/json\r\n")
          .doesNotContainIgnoringCase("upgrade");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ftp://host/v1, , base_url must begin with http:// or https:// and name a host",
    "host/v1, , base_url must begin with http:// or https:// and name a host",
    "'http://a b', , base_url is no URL",
    "https://user:canary@host/v1, , base_url https://host/v1 must have no user and no query",
    "https://host/v1?key=canary, , base_url https://host/v1 must have no user and no query",
    ", 'canary\n', api_key cannot be sent as a header"
  })
  void anInvalidDocumentIsRefusedWithoutShowingSecrets(String baseUrl, String key, String reason) {
    assertThatThrownBy(() -> OpenAiAdapter.endpoint(spec(baseUrl, key, 1, Map.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("provider p: " + reason)
        .hasNoCause();
  }

  @Test
  void wrongHeadersAndTimeoutsAreRefused() {
    assertThatThrownBy(
            () ->
                OpenAiAdapter.endpoint(
                    spec(null, null, 1, Map.of("headers", json("{\"Host\":\"canary\"}")))))
        .hasMessage("provider p: adapter_options.headers.Host cannot be sent as a header");
    assertThatThrownBy(() -> OpenAiAdapter.endpoint(spec(null, null, 0, Map.of())))
        .hasMessage("provider p: timeout_secs must be at least 1");
  }

  @Test
  void anAddressIsDescribedWithoutSecrets() {
    assertThat(OutboundHttp.describe(URI.create("https://u:p@host:8443/v1/x?key=k#f")))
        .isEqualTo("https://host:8443/v1/x");
  }

  private static OpenAiAdapter.Options wire(ProviderSpec provider) {
    return OpenAiAdapter.Options.of(provider, OpenAiAdapter.endpoint(provider));
  }

  private static ProviderSpec spec(
      String baseUrl, String key, int timeout, Map<String, JsonNode> options) {
    Secret secret = key == null ? null : new Secret(key);
    return new ProviderSpec("p", "openai", secret, baseUrl, timeout, options);
  }

  private static JsonNode body(LlmRequest request, Map<String, JsonNode> options) throws Exception {
    try (var server = answering()) {
      OpenAiFixture.model(server.baseUrl(), options)
          .execute(request, new RecordedPieces(), OpenAiFixture.token());
      return json(server.requests().getFirst().body());
    }
  }

  private static RawHttpServer answering() {
    return RawHttpServer.answering(c -> c.eventStream().text("data: [DONE]\n\n"));
  }

  private static JsonNode json(String text) throws Exception {
    return MAPPER.readTree(text);
  }
}

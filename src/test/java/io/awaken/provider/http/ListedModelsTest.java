package io.awaken.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.ModelCatalog;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.fixture.Carries;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.RecordedWire;
import io.awaken.fixture.Rows;
import io.awaken.provider.anthropic.AnthropicAdapter;
import io.awaken.provider.gemini.GeminiAdapter;
import io.awaken.provider.ollama.OllamaAdapter;
import io.awaken.provider.openai.OpenAiAdapter;
import io.awaken.provider.openai.ResponsesAdapter;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Model lists in the documented format of each provider. */
@Rows(1035)
class ListedModelsTest {

  private static final String OPENAI =
      """
      {"object": "list", "data": [{"id": "gpt-5", "object": "model", "owned_by": "openai"},
       {"id": "gpt-5-mini", "object": "model", "owned_by": "openai"}]}
      """;

  private final CancellationToken stops = new CancellationToken();

  private static Arguments row(
      Function<OutboundHttp, LlmAdapter> wire, String path, String key, String list) {
    return Arguments.of(wire, path, key, list);
  }

  static Stream<Arguments> wires() {
    String bearer = "Authorization: Bearer ";
    return Stream.of(
        row(OpenAiAdapter::new, "/v1/models", bearer, OPENAI),
        row(ResponsesAdapter::new, "/v1/models", bearer, OPENAI),
        row(
            AnthropicAdapter::new,
            "/v1/models?limit=1000",
            "x-api-key: ",
            """
            {"data": [{"type": "model", "id": "gpt-5", "display_name": "One"},
             {"type": "model", "id": "gpt-5-mini"}], "has_more": false}
            """),
        row(
            GeminiAdapter::new,
            "/v1/models?pageSize=1000",
            "x-goog-api-key: ",
            """
            {"models": [{"name": "models/gpt-5", "inputTokenLimit": 1},
             {"name": "models/gpt-5-mini"}]}
            """),
        row(
            OllamaAdapter::new,
            "/v1/api/tags",
            bearer,
            "{\"models\": [{\"name\": \"gpt-5\", \"size\": 1}, {\"name\": \"gpt-5-mini\"}]}"));
  }

  private static ModelCatalog of(RawHttpServer server, Function<OutboundHttp, LlmAdapter> wire) {
    return (ModelCatalog) RecordedWire.ofEvents(wire).model(server.baseUrl() + "/v1", Map.of());
  }

  @ParameterizedTest
  @MethodSource("wires")
  @Carries({
    "openai:models",
    "openai_responses:models",
    "anthropic:models",
    "gemini:models",
    "ollama:models"
  })
  void everyWireNamesTheModelsOfItsProvider(
      Function<OutboundHttp, LlmAdapter> wire, String path, String key, String list)
      throws Exception {
    try (var server = RawHttpServer.answering(c -> c.document("200 OK", "", list))) {
      assertThat(of(server, wire).models(10, stops)).containsExactly("gpt-5", "gpt-5-mini");
      assertThat(of(server, wire).models(1, stops)).containsExactly("gpt-5");

      RawHttpServer.Request asked = server.requests().getFirst();
      assertThat(asked.head())
          .startsWith("GET " + path + " HTTP/1.1\r\n")
          .containsIgnoringCase("\r\n" + key + RecordedWire.KEY + "\r\n")
          .doesNotContainIgnoringCase("\r\nContent-Type");
      assertThat(asked.body()).isEmpty();
    }
  }

  private InferenceException failure(RawHttpServer.Answer answer) throws Exception {
    try (var server = RawHttpServer.answering(answer)) {
      return catchThrowableOfType(
          InferenceException.class, () -> of(server, OpenAiAdapter::new).models(10, stops));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          200 OK           | <html>          | PROVIDER
          200 OK           | {"data": {}}    | PROVIDER
          200 OK           | [1]             | PROVIDER
          401 Unauthorized | {"error": {"message": "no such key: sk-canary"}} | UNAUTHORIZED
          404 Not Found    | -               | MODEL_NOT_FOUND
          503 Unavailable  | -               | OVERLOADED
          """)
  void anInvalidListIsAFailureWithoutTheKey(String status, String body, Kind kind)
      throws Exception {
    InferenceException failure = failure(c -> c.document(status, "", body));

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.logLine()).doesNotContain(RecordedWire.KEY);
    assertThat(failure.forClients()).doesNotContain("canary");
  }

  @Test
  void invalidNamesAreOmitted() throws Exception {
    String odd =
        "{\"data\": [{}, {\"id\": null}, {\"id\": \"\"}, 7, {\"id\": \"%s\"}, {\"id\": \"m\"}]}"
            .formatted("x".repeat(257));
    try (var server = RawHttpServer.answering(c -> c.document("200 OK", "", odd))) {
      assertThat(of(server, OpenAiAdapter::new).models(10, stops)).containsExactly("m");
    }
  }

  @Test
  void aListHasALimit() throws Exception {
    String longest = "{\"data\": [{\"id\": \"" + "x".repeat(4 << 20) + "\"}]}";

    assertThat(failure(c -> c.document("200 OK", "", longest)))
        .hasMessageContaining("a list of models with more than 4194304 bytes");
  }

  @Test
  void cancellingClosesTheConnection() throws Exception {
    try (var server =
        RawHttpServer.answering(
            c -> {
              stops.cancel(CancellationToken.Reason.REQUESTED);
              c.awaitClient();
            })) {
      assertThatThrownBy(() -> of(server, OpenAiAdapter::new).models(10, stops))
          .isInstanceOf(RunCancelled.class);
      server.awaitClientGone();
    }
  }
}

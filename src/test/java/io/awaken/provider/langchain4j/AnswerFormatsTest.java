package io.awaken.provider.langchain4j;

import static io.awaken.fixture.Formats.CITY;
import static io.awaken.fixture.Formats.asking;
import static io.awaken.provider.http.FormatSupport.JSON_OBJECT;
import static io.awaken.provider.http.FormatSupport.JSON_SCHEMA;
import static io.awaken.provider.http.FormatSupport.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.fixture.Formats;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.Rows;
import io.awaken.provider.http.FormatSupport;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Response formats of LangChain4j models. */
@Rows({1022, 1051})
class AnswerFormatsTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static ChatRequest sent(LlmRequest request, FormatSupport formats) throws Exception {
    return BridgedRequests.of(
        request, LangChain4jSettings.of("p"), formats, DefaultChatRequestParameters.EMPTY);
  }

  private static String system(ChatRequest sent) {
    return ((SystemMessage) sent.messages().getFirst()).text();
  }

  @Test
  void aModelWithSchemasGetsOnlyTheSchema() throws Exception {
    ChatRequest sent = sent(asking("m", CITY), JSON_SCHEMA);

    assertThat(sent.responseFormat().type()).isEqualTo(ResponseFormatType.JSON);
    assertThat(sent.responseFormat().jsonSchema().name()).isEqualTo(CITY.name());
    assertThat(sent.responseFormat().jsonSchema().rootElement())
        .isInstanceOfSatisfying(
            JsonObjectSchema.class,
            object ->
                assertThat(object.properties().get("city")).isInstanceOf(JsonStringSchema.class));
    assertThat(system(sent)).isEqualTo("Be brief.");
  }

  @Test
  void aModelWithoutSchemasGetsTheFormatInThePrompt() throws Exception {
    ChatRequest object = sent(asking("m", CITY), JSON_OBJECT);
    ChatRequest none = sent(asking("m", CITY), NONE);

    assertThat(object.responseFormat().type()).isEqualTo(ResponseFormatType.JSON);
    assertThat(object.responseFormat().jsonSchema()).isNull();
    assertThat(none.responseFormat()).isNull();
    assertThat(system(object)).isEqualTo("Be brief.\n\n" + Formats.words(CITY.schema()));
    assertThat(system(none)).isEqualTo(system(object));
  }

  @Test
  void jsonWithoutASchemaIsAlwaysInThePrompt() throws Exception {
    ChatRequest sent = sent(asking("m", ResponseFormat.JSON_OBJECT), JSON_SCHEMA);

    assertThat(sent.responseFormat().type()).isEqualTo(ResponseFormatType.JSON);
    assertThat(system(sent)).isEqualTo("Be brief.\n\n" + Formats.WORDS);
  }

  @Test
  void theModelsDeclarationAppliesUnlessTheDocumentOverridesIt() {
    Set<Capability> declared = Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA);

    assertThat(AnswerFormats.of(null, Set.of())).isEqualTo(NONE);
    assertThat(AnswerFormats.of(null, declared)).isEqualTo(JSON_SCHEMA);
    assertThat(AnswerFormats.of(NONE, declared)).isEqualTo(NONE);
    assertThat(AnswerFormats.of(JSON_OBJECT, Set.of())).isEqualTo(JSON_OBJECT);
  }

  @Test
  void theSchemaReachesTheProviderOfAModule() throws Exception {
    try (var server =
        RawHttpServer.answering(
            connection -> connection.document("500 Broken", "Connection: close\r\n", "{}"))) {
      StreamingChatModel model =
          OpenAiStreamingChatModel.builder()
              .baseUrl(server.baseUrl() + "/v1")
              .apiKey("key")
              .modelName("model")
              .build();
      var settings = LangChain4jSettings.of("p").with(Duration.ofSeconds(30)).with(JSON_SCHEMA);
      var bridge =
          LangChain4jModel.streaming(model, settings, task -> Thread.ofVirtual().start(task));

      catchThrowable(
          () -> bridge.execute(asking("model", CITY), LlmListener.NONE, new CancellationToken()));

      JsonNode body = MAPPER.readTree(server.requests().getFirst().body());
      assertThat(body.at("/response_format/type").asText()).isEqualTo("json_schema");
      assertThat(body.at("/response_format/json_schema/schema/properties/city/type").asText())
          .isEqualTo("string");
    }
  }

  @Test
  void aWrongFormatInADocumentIsNamed() {
    var provider =
        new ProviderSpec(
            "p",
            "langchain4j",
            null,
            null,
            null,
            Map.of("response_format", TextNode.valueOf("xml")));

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new LangChain4jAdapter(ModelBeans.NONE, task -> Thread.ofVirtual().start(task))
                    .create(provider))
        .withMessage(
            "provider p: adapter_options.response_format must be json_schema, json_object or"
                + " none");
  }
}

package io.awaken.provider.openai;

import static io.awaken.fixture.Formats.CITY;
import static io.awaken.fixture.Formats.asking;
import static io.awaken.fixture.Formats.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.core.spec.ResponseFormat.Type;
import io.awaken.fixture.Carries;
import io.awaken.fixture.Formats;
import io.awaken.fixture.RecordedWire;
import io.awaken.fixture.Rows;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Response formats on both OpenAI wires. */
@Rows(1022)
class OpenAiFormatTest {

  private static final RecordedWire CHAT = RecordedWire.ofEvents(OpenAiAdapter::new);
  private static final RecordedWire RESPONSES = RecordedWire.ofEvents(ResponsesAdapter::new);
  private static final String SCHEMA =
      "{'type':'object','properties':{'city':{'type':'string'},"
          + "'days':{'type':'integer','minimum':1}},'required':['city']}";

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  @Test
  @Carries("openai:structured")
  void chatCompletionsGetTheSchemaUnchangedEvenWithTools() throws Exception {
    JsonNode sent = CHAT.sent(asking("gpt", CITY, tool()), Map.of());

    assertThat(sent.path("response_format"))
        .isEqualTo(
            json(
                "{'type':'json_schema','json_schema':{'name':'city','schema':"
                    + SCHEMA
                    + ",'strict':false}}"));
    assertThat(sent.path("messages").path(0).path("content").textValue()).isEqualTo("Be brief.");
  }

  @Test
  void aStrictSchemaIsMarkedAsStrict() throws Exception {
    var strict = new ResponseFormat(Type.JSON_SCHEMA, "city", CITY.schema(), true);

    assertThat(
            CHAT.sent(asking("gpt", strict), Map.of())
                .at("/response_format/json_schema/strict")
                .booleanValue())
        .isTrue();
    assertThat(
            RESPONSES
                .sent(asking("gpt", strict), Map.of())
                .at("/text/format/strict")
                .booleanValue())
        .isTrue();
  }

  @Test
  void jsonWithoutASchemaIsAlsoRequestedInThePrompt() throws Exception {
    JsonNode sent = CHAT.sent(asking("gpt", ResponseFormat.JSON_OBJECT), Map.of());

    assertThat(sent.path("response_format")).isEqualTo(json("{'type':'json_object'}"));
    assertThat(sent.path("messages").path(0).path("content").textValue())
        .isEqualTo("Be brief.\n\n" + Formats.WORDS);
  }

  @ParameterizedTest
  @CsvSource({"json_object, {'type':'json_object'}", "none, "})
  void unsupportedFormatsAreDescribedInThePrompt(String option, String format) throws Exception {
    JsonNode sent =
        CHAT.sent(asking("m", CITY), Map.of("response_format", TextNode.valueOf(option)));

    assertThat(sent.path("response_format"))
        .isEqualTo(format == null ? MissingNode.getInstance() : json(format));
    assertThat(sent.path("messages").path(0).path("content").textValue())
        .isEqualTo("Be brief.\n\n" + Formats.words(CITY.schema()));
  }

  @Test
  void anUnknownOptionIsRefused() {
    var options = Map.<String, JsonNode>of("response_format", TextNode.valueOf("yes"));

    assertThatThrownBy(() -> CHAT.model("http://localhost/v1", options))
        .hasMessage(
            "provider p: adapter_options.response_format must be json_schema, json_object or none");
  }

  @Test
  @Carries("openai_responses:structured")
  void responsesGetTheSchemaInTheirText() throws Exception {
    JsonNode sent = RESPONSES.sent(asking("gpt", CITY, tool()), Map.of());

    assertThat(sent.path("text"))
        .isEqualTo(
            json(
                "{'format':{'type':'json_schema','name':'city','schema':"
                    + SCHEMA
                    + ",'strict':false}}"));
    assertThat(sent.path("input")).isEqualTo(json("[{'role':'user','content':'Where?'}]"));
  }

  @Test
  void responsesMentionJsonInTheInput() throws Exception {
    JsonNode sent = RESPONSES.sent(asking("gpt", ResponseFormat.JSON_OBJECT), Map.of());

    assertThat(sent.path("text")).isEqualTo(json("{'format':{'type':'json_object'}}"));
    assertThat(sent.path("instructions").textValue()).isEqualTo("Be brief.");
    assertThat(sent.path("input").path(0))
        .isEqualTo(json("{'role':'system','content':'" + Formats.WORDS + "'}"));
  }
}

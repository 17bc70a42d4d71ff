package io.awaken.provider.anthropic;

import static io.awaken.fixture.Formats.CITY;
import static io.awaken.fixture.Formats.asking;
import static io.awaken.fixture.Formats.tool;
import static io.awaken.provider.anthropic.AnthropicFixture.json;
import static io.awaken.provider.anthropic.AnthropicFixture.sent;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.fixture.Carries;
import io.awaken.fixture.Formats;
import io.awaken.fixture.Rows;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Response formats on this wire. */
@Rows(1022)
class MessagesFormatTest {

  private static String system(JsonNode sent) {
    return sent.at("/system/0/text").textValue();
  }

  @Test
  @Carries("anthropic:structured")
  void aSchemaIsSentClosedWithUnsupportedKeywordsInDescriptions() throws Exception {
    JsonNode sent = sent(asking("claude-sonnet-4-6", CITY, tool()));

    assertThat(sent.path("output_config"))
        .isEqualTo(
            json(
                "{'format':{'type':'json_schema','schema':{'type':'object','properties':{"
                    + "'city':{'type':'string'},'days':{'type':'integer','description':"
                    + "'Must fit: {\\'minimum\\':1}'}},'required':['city'],"
                    + "'additionalProperties':false}}}"));
    assertThat(system(sent)).isEqualTo("Be brief.");
  }

  @Test
  void theEffortIsSentBesideTheSchema() throws Exception {
    LlmRequest asked = asking("claude-sonnet-4-6", CITY);
    var low =
        new InferenceParameters(null, null, null, ReasoningEffort.of(ReasoningEffort.Level.LOW));
    var thinking =
        new LlmRequest(asked.model(), asked.system(), asked.messages(), asked.tools(), low)
            .sentLike(asked);

    JsonNode output = sent(thinking).path("output_config");

    assertThat(output.path("effort").textValue()).isEqualTo("low");
    assertThat(output.path("format").path("type").textValue()).isEqualTo("json_schema");
  }

  @ParameterizedTest
  @CsvSource({
    "claude-sonnet-5-5, true",
    "claude-haiku-4-5-20251001, true",
    "claude-opus-4-5, true",
    "claude-opus-4-10, true",
    "some-model, true",
    "claude-opus-4-1-20250805, false",
    "claude-sonnet-4-20250514, false",
    "claude-sonnet-4, false",
    "claude-3-7-sonnet-latest, false"
  })
  void modelsBefore45GetTheFormatInThePrompt(String model, boolean takes) throws Exception {
    JsonNode sent = sent(asking(model, CITY));

    assertThat(sent.has("output_config")).isEqualTo(takes);
    assertThat(system(sent))
        .isEqualTo(takes ? "Be brief." : "Be brief.\n\n" + Formats.words(CITY.schema()));
  }

  @Test
  void anOptionOverridesTheModelsName() throws Exception {
    assertThat(sent(asking("claude-sonnet-5-5", CITY), option("none")).has("output_config"))
        .isFalse();
    assertThat(sent(asking("claude-opus-4-1", CITY), option("json_schema")).has("output_config"))
        .isTrue();
  }

  private static Map<String, JsonNode> option(String value) {
    return Map.of("response_format", TextNode.valueOf(value));
  }

  @Test
  void jsonWithoutASchemaIsRequestedInThePrompt() throws Exception {
    JsonNode sent = sent(asking("claude-sonnet-5-5", ResponseFormat.JSON_OBJECT));

    assertThat(sent.has("output_config")).isFalse();
    assertThat(system(sent)).isEqualTo("Be brief.\n\n" + Formats.WORDS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'array','items':{'type':'string'},'minItems':1,'maxItems':3}"
            + " | {'type':'array','items':{'type':'string'},'minItems':1,"
            + "'description':'Must fit: {\\'maxItems\\':3}'}",
        "{'type':'string','description':'A day.','format':'date','pattern':'^2'}"
            + " | {'type':'string','format':'date',"
            + "'description':'A day. Must fit: {\\'pattern\\':\\'^2\\'}'}",
        "{'oneOf':[{'const':1},{'enum':['a','b']}]} | {'anyOf':[{'const':1},{'enum':['a','b']}]}",
        "{'$ref':'#/$defs/x'} | {'$ref':'#/$defs/x'}",
        "{'type':['object','null'],'properties':{}}"
            + " | {'type':['object','null'],'properties':{},'additionalProperties':false}",
      })
  void aSchemaIsReducedToSupportedKeywords(String part, String reduced) throws Exception {
    assertThat(MessagesSchema.of(document(part)))
        .hasValueSatisfying(
            schema -> {
              try {
                assertThat(schema.at("/properties/a")).isEqualTo(json(reduced));
              } catch (java.io.IOException e) {
                throw new AssertionError(e);
              }
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'object'}",
        "{'type':'object','properties':{},'additionalProperties':{'type':'string'}}",
        "{'items':true}",
        "{'$ref':'#'}",
        "{'$ref':'#/properties/a'}"
      })
  void anIrreducibleSchemaGoesIntoThePrompt(String part) throws Exception {
    assertThat(MessagesSchema.of(document(part))).isEmpty();
  }

  private static JsonNode document(String part) throws Exception {
    return json(
        "{'type':'object','properties':{'a':" + part + "},'$defs':{'x':{'type':'string'}}}");
  }
}

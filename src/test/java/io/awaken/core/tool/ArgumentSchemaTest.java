package io.awaken.core.tool;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.fixture.Attacks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentSchemaTest {

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  private static ArgumentSchema of(String property) throws Exception {
    return new ArgumentSchema(
        json("{'type':'object','properties':{'a':" + property + "},'required':['a']}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'integer'}                                    | '3'                 | 3
          {'type':'number'}                                     | '-0.5'              | -0.5
          {'type':'boolean'}                                    | 'true'              | true
          {'type':'null'}                                       | 'null'              | null
          {'type':'array'}                                      | '[\\'b\\']'         | ['b']
          {'type':'object'}                                     | '{}'                | {}
          {'type':['integer','null']}                           | '3'                 | 3
          {'anyOf':[{'type':'integer'},{'type':'null'}]}        | '3'                 | 3
          {'type':'array','items':{'type':'integer'}}           | ['1',2,'3']         | [1,2,3]
          {'type':'array','items':{'type':'integer'}}           | '[\\'1\\']'         | [1]
          {'properties':{'b':{'type':'boolean'}}}               | {'b':'false'}       | {'b':false}
          {'type':'integer','enum':[1,2,3]}                     | '3'                 | 3
          {'type':'boolean','const':true}                       | 'true'              | true
          """)
  void aTextThatIsTheJsonOfTheDemandedTypeIsConverted(String property, String given, String fitted)
      throws Exception {
    JsonNode arguments = json("{'a':" + given.replace("\\'", "\\\"").strip() + ",'z':'9'}");

    assertThat(of(property).fitted(arguments)).isEqualTo(json("{'a':" + fitted + ",'z':'9'}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'integer'}                                          | 'three'
          {'type':'integer'}                                          | ' 3'
          {'type':'integer'}                                          | '3 '
          {'type':'integer'}                                          | '3 4'
          {'type':'integer'}                                          | ''
          {'type':'integer'}                                          | '3.5'
          {'type':'integer','maximum':2}                              | '3'
          {'type':'boolean'}                                          | 'yes'
          {'type':'boolean'}                                          | '1'
          {'type':'string','maxLength':1}                             | '33'
          {'anyOf':[{'type':'string','maxLength':1},{'type':'integer'}]} | '33'
          {'enum':[1,2]}                                              | '1'
          {'type':'integer','enum':[1,2,3]}                           | '4'
          {'type':'boolean','const':true}                             | 'false'
          {'anyOf':[{'enum':['a']},{'type':'integer'}]}               | '3'
          {'anyOf':[{'const':'a'},{'type':'integer'}]}                | '3'
          {'type':'object'}                                           | '[]'
          {'type':'integer'}                                          | true
          {'type':'number'}                                           | '1e999'
          {'type':'array'}                                            | '[-1e999]'
          {'type':'object'}                                           | '{\\'b\\':1,\\'b\\':2}'
          """)
  void anythingElseIsAnErrorWithThePartOfTheSchema(String property, String given) throws Exception {
    ArgumentSchema schema = of(property);
    JsonNode arguments = json("{'a':" + given.replace("\\'", "\\\"") + "}");
    JsonNode before = arguments.deepCopy();

    assertThatThrownBy(() -> schema.fitted(arguments))
        .isInstanceOf(ToolException.class)
        .hasMessageStartingWith("arguments do not fit the schema: /a")
        .hasMessageEndingWith(")");
    assertThat(arguments).isEqualTo(before);
  }

  @Test
  void aTextWhereTextsFitStaysText() throws Exception {
    for (String property :
        new String[] {"{'type':'string'}", "{}", "{'type':['string','integer']}"}) {
      JsonNode arguments = json("{'a':'3'}");

      assertThat(of(property).fitted(arguments)).isSameAs(arguments);
    }
  }

  @Test
  void theErrorQuotesTheViolatedKeyword() throws Exception {
    assertThatThrownBy(() -> of("{'type':'integer','maximum':2}").check(json("{'a':3}")))
        .hasMessageContaining("(\"maximum\": 2)");
  }

  @Test
  void aConvertedTextBringsNoHalfOfACharacter() throws Exception {
    JsonNode fitted = of("{'type':'array'}").fitted(json("{'a':'[\\\"\\\\ud83d\\\"]'}"));

    assertThat(fitted).isEqualTo(json("{'a':['\ufffd']}"));
  }

  @Test
  void aTextThatNestsTooDeeplyToBeStoredStaysText() throws Exception {
    ArgumentSchema schema = of("{'type':'array'}");

    schema.fitted(json("{'a':'" + "[".repeat(100) + "]".repeat(100) + "'}"));
    assertThatThrownBy(
            () -> schema.fitted(json("{'a':'" + "[".repeat(101) + "]".repeat(101) + "'}")))
        .hasMessageContaining("/a: string found, array expected");
  }

  @Test
  @Attacks("S37")
  void manyTextsAreConvertedInLinearTime() throws Exception {
    ArgumentSchema schema = of("{'type':'array','items':{'type':'integer'}}");
    JsonNode arguments = json("{'a':[" + "'7',".repeat(49_999) + "'7']}");

    JsonNode fitted = assertTimeoutPreemptively(ofSeconds(20), () -> schema.fitted(arguments));

    assertThat(fitted.at("/a/49999")).isEqualTo(json("7"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"(.*a){20}$", "^(a|aa)+$", "^(a+)+$", "(a*)*b"})
  @Attacks("S37")
  void aPatternThatWouldBacktrackForeverIsAnError(String pattern) throws Exception {
    ArgumentSchema schema = of("{'type':'string','pattern':'" + pattern + "'}");
    JsonNode arguments = json("{'a':'" + "a".repeat(5_000) + "!'}");

    refusesInTime(schema, arguments);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://json-schema.org/draft/2020-12/schema",
        "http://json-schema.org/draft-07/schema#"
      })
  @Attacks("S37")
  void referencesThatMultiplyAreAnError(String dialect) throws Exception {
    var document = (ObjectNode) json("{'$schema':'" + dialect + "','type':'object'}");
    ObjectNode kept = document.putObject("$defs");
    for (int i = 0; i < 40; i++) {
      kept.set(
          "a" + i,
          json("{'allOf':[{'$ref':'#/$defs/a%1$d'},{'$ref':'#/$defs/a%1$d'}]}".formatted(i + 1)));
    }
    kept.set("a40", json("{}"));
    document.set("properties", json("{'a':{'$ref':'#/$defs/a0'}}"));

    refusesInTime(new ArgumentSchema(document), json("{'a':1}"));
  }

  private static void refusesInTime(ArgumentSchema schema, JsonNode arguments) {
    assertThatThrownBy(
            () ->
                assertTimeoutPreemptively(
                    ofSeconds(20),
                    () -> {
                      schema.check(arguments);
                      return null;
                    }))
        .isInstanceOf(ToolException.class)
        .hasMessageStartingWith("arguments cannot be checked");
  }

  @Test
  void aLongListOfReferencedPatternsIsChecked() throws Exception {
    ArgumentSchema schema =
        new ArgumentSchema(
            json(
                "{'type':'object','$defs':{'id':{'type':'string','pattern':'^[a-z]+-[0-9]{4,}$'}},"
                    + "'properties':{'a':{'type':'array','items':{'$ref':'#/$defs/id'}}}}"));

    schema.check(
        json("{'a':[" + "'order-12345',".repeat(19_999) + "'order-1']}".replace("1'", "1234'")));
    assertThatThrownBy(() -> schema.check(json("{'a':['order-1']}")))
        .hasMessageContaining("/a/0: does not match");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "urn:x", "http://127.0.0.1:1/x", "file:///etc/passwd", "classpath:x"})
  void aDialectThatIsNotKnownIsNeitherFetchedNorCostsTheTool(String dialect) throws Exception {
    ArgumentSchema schema =
        new ArgumentSchema(
            json(
                "{'$schema':'%1$s','type':'object','properties':{'a':{'$schema':'%1$s','type':'integer'}}}"
                    .formatted(dialect)));

    schema.check(json("{'a':1}"));
    assertThatThrownBy(() -> schema.check(json("{'a':'b'}")))
        .hasMessageContaining("/a: string found, integer expected");
  }
}

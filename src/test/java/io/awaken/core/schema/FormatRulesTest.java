package io.awaken.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.schema.FormatRules.Breach;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.core.spec.ResponseFormat.Type;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules for response formats. */
@Rows(1020)
class FormatRulesTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static JsonNode json(String text) throws JsonProcessingException {
    return MAPPER.readTree(text.replace('\'', '"'));
  }

  private static ResponseFormat format(String text) throws JsonProcessingException {
    return MAPPER.treeToValue(json(text), ResponseFormat.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'text'}",
        "{'type':'json_object'}",
        "{'type':'json_schema','schema':{'type':'object'}}",
        "{'type':'json_schema','name':'order_1','schema':{'properties':{'a':{'$ref':'#/$defs/b'}},"
            + "'$defs':{'b':{'type':'string'}}}}",
        "{'type':'json_schema','schema':{'$schema':'http://json-schema.org/draft-07/schema#',"
            + "'type':'object'}}",
        "{'type':'json_schema','strict':true,'schema':{'type':'object','properties':{"
            + "'a':{'type':'string'}},'required':['a'],'additionalProperties':false}}"
      })
  void aValidFormatIsAcceptedFromEveryone(String format) throws Exception {
    assertThat(FormatRules.ofOperator(format(format))).isEmpty();
    assertThat(FormatRules.ofCaller(format(format))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                        | type   | is required",
        "{'type':'json_schema'}                    | schema | is required",
        "{'type':'json_schema','schema':null}      | schema | is required",
        "{'type':'json_schema','name':'a b','schema':{}} | name | must have 1 to 64 letters,"
            + " digits, '_' and '-' only",
        "{'type':'text','schema':{}}               | schema | goes with the type json_schema only",
        "{'type':'json_object','name':'a'}         | name   | goes with the type json_schema only",
        "{'type':'json_object','strict':true}      | strict | goes with the type json_schema only",
        "{'type':'json_schema','schema':[]}        | schema | must be a JSON schema, and so an"
            + " object",
        "{'type':'json_schema','schema':{'type':'array'}} | schema | must describe an object:"
            + " \"type\" is not \"object\"",
        "{'type':'json_schema','schema':{'properties':{'a':{'$ref':'#/$defs/b'}}}} | schema | has a"
            + " reference that leads to no place within it",
        "{'type':'json_schema','strict':true,'schema':{}} | schema | must have the type object"
            + " where strict is true",
        "{'type':'json_schema','strict':true,'schema':{'type':'object'}} | schema | must set"
            + " additionalProperties to false in each object where strict is true",
        "{'type':'json_schema','strict':true,'schema':{'type':'object','additionalProperties':false,'properties':{'a':{}}}}"
            + " | schema | must require each property where strict is true; 'a' is not",
        "{'type':'json_schema','strict':true,'schema':{'type':'object','additionalProperties':false,'$defs':{'a':{'type':['object','null']}}}}"
            + " | schema | must set additionalProperties to false in each object where strict is"
            + " true",
      })
  void anInvalidFormatIsRefusedNamingItsField(String format, String field, String reason)
      throws Exception {
    assertThat(FormatRules.ofOperator(format(format))).contains(new Breach(field, reason));
    assertThat(FormatRules.ofCaller(format(format))).contains(new Breach(field, reason));
  }

  @Test
  void aSchemaIsOfAtMost64KiB() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    int frame = schema.put("title", "").toString().length();
    schema.put("title", "x".repeat(FormatRules.MAX_BYTES - frame));
    assertThat(FormatRules.ofOperator(ResponseFormat.of("a", schema))).isEmpty();

    schema.put("title", "x".repeat(FormatRules.MAX_BYTES - frame + 1));
    assertThat(FormatRules.ofOperator(ResponseFormat.of("a", schema)))
        .contains(new Breach("schema", "must have at most 65536 bytes as JSON"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'properties':{'a':{'pattern':'(a+)+$'}}}     | must not have pattern",
        "{'patternProperties':{'^(a+)+$':{}}}          | must not have patternProperties",
        "{'properties':{'a':{'$ref':'#'}}}             | must not refer to itself",
        "{'properties':{'a':{'$ref':'#/$defs/b'}},'$defs':{'b':{'items':{'$ref':'#/$defs/b'}}}}"
            + " | must not refer to itself",
        "{'properties':{'a':{'$ref':'#here'},'b':{'$anchor':'here'}}} | must refer by $ref within",
        "{'properties':{'a':{'$dynamicRef':'#here'},'b':{'$dynamicAnchor':'here'}}}"
            + " | must refer by $ref within",
        "{'properties':{'a':{'$id':'https://example.com/b'}}}              | must refer by $ref"
            + " within",
      })
  void schemasWithUnboundedCostAreForOperatorsOnly(String schema, String reason) throws Exception {
    var format = ResponseFormat.of("a", json(schema));

    assertThat(FormatRules.ofOperator(format)).isEmpty();
    assertThat(FormatRules.ofCaller(format))
        .hasValueSatisfying(breach -> assertThat(breach.reason()).startsWith(reason));
  }

  @Test
  void nestedReferencesAreCountedWithoutExpansion() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    ObjectNode parts = schema.putObject("$defs");
    for (int i = 0; i < 100; i++) {
      ObjectNode properties = parts.putObject("d" + i).putObject("properties");
      String next = "#/$defs/d" + Math.min(i + 1, 99);
      if (i < 99) {
        properties.putObject("a").put("$ref", next);
        properties.putObject("b").put("$ref", next);
      }
    }
    schema.put("$ref", "#/$defs/d0");

    Optional<Breach> breach =
        assertTimeoutPreemptively(
            Duration.ofSeconds(20), () -> FormatRules.ofCaller(ResponseFormat.of("a", schema)));

    assertThat(breach)
        .hasValueSatisfying(
            found -> assertThat(found.reason()).contains("must have at most 5000 schemas"));
  }

  @Test
  void aSchemaHasADefaultName() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();

    assertThat(ResponseFormat.of(null, schema))
        .isEqualTo(new ResponseFormat(Type.JSON_SCHEMA, "answer", schema, false));
  }
}

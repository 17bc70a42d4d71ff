package io.awaken.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Rows(1072)
class MendedSchemaTest {

  private static ObjectNode json(String text) throws Exception {
    return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  private static ObjectNode property(String schema) throws Exception {
    return json("{'type':'object','properties':{'a':" + schema + "}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'string','pattern':'(?P<x>y'}       | {'type':'string'}            | /properties/a/pattern is not valid and is ignored
          {'type':'int'}                              | {}                           | /properties/a/type is not valid and is ignored
          {'type':['string','any']}                   | {}                           | /properties/a/type is not valid and is ignored
          {'type':'string','required':true}           | {'type':'string'}            | /properties/a/required is not valid and is ignored
          {'minimum':1,'exclusiveMinimum':true}       | {'minimum':1}                | /properties/a/exclusiveMinimum is not valid and is ignored
          {'items':[{'type':'string'}]}               | {'prefixItems':[{'type':'string'}]} | /properties/a/items is a list and counts as prefixItems
          {'items':[{}],'additionalItems':false}      | {'prefixItems':[{}],'items':false} | /properties/a/items is a list and counts as prefixItems
          {'anyOf':[]}                                | {}                           | /properties/a/anyOf is not valid and is ignored
          {'title':1,'minLength':1}                   | {'minLength':1}              | /properties/a/title is not valid and is ignored
          {'uniqueItems':'yes'}                       | {}                           | /properties/a/uniqueItems is not valid and is ignored
          {'maxLength':1.5}                           | {}                           | /properties/a/maxLength is not valid and is ignored
          {'type':['string','string']}                | {}                           | /properties/a/type is not valid and is ignored
          {'type':'string','required':['b','b']}      | {'type':'string','required':['b']} | /properties/a/required names a property twice, which counts once
          {'dependentRequired':['b']}                 | {}                           | /properties/a/dependentRequired is not valid and is ignored
          {'patternProperties':{'(':{},'a':{}}}       | {'patternProperties':{'a':{}}} | /properties/a/patternProperties has a name that is no pattern, which is ignored
          """)
  void aPartThatIsNotValidIsRewrittenOrIgnoredAndNamed(String odd, String mended, String change)
      throws Exception {
    MendedSchema result = MendedSchema.of(property(odd));

    assertThat(result.schema()).isEqualTo(property(mended));
    assertThat(result.changes()).containsExactly(change);
    new ArgumentSchema(result.schema()).check(json("{}"));
    new ArgumentSchema(result.schema()).check(json("{'a':null}".replace("null", sample(mended))));
  }

  private static String sample(String mended) {
    return mended.contains("minimum") ? "2" : mended.contains("Items") ? "['x']" : "'x'";
  }

  @ParameterizedTest
  @ValueSource(strings = {"['object']", "['object','null']"})
  void aListOfTypesWithObjectIsAnObject(String type) throws Exception {
    MendedSchema result = MendedSchema.of(json("{'type':" + type + "}"));

    assertThat(result.schema()).isEqualTo(json("{'type':'object'}"));
    assertThat(result.changes()).containsExactly("/type is a list and counts as object");
  }

  /** The JavaScript syntax that Java does not know. */
  @ParameterizedTest
  @CsvSource({"[^],x,true", "^[]$,x,false", "^\\p{Any}[^]$,xy,true", "^[[]$,[,true"})
  void aPatternThatJavaCannotCompileIsChecked(String pattern, String value, boolean matches)
      throws Exception {
    ObjectNode schema = property("{'type':'string'}");
    ((ObjectNode) schema.at("/properties/a")).put("pattern", pattern);
    var fits = new ArgumentSchema(MendedSchema.of(schema).schema());
    ObjectNode arguments = json("{}").put("a", value);

    assertThat(catchThrowable(() -> fits.check(arguments)) == null).isEqualTo(matches);
  }

  @Test
  void aReferenceWithinTheSchemaStays() throws Exception {
    ObjectNode valid =
        json("{'properties':{'a':{'$ref':'#/$defs/b'}},'$defs':{'b':{'type':'string'}}}");

    assertThat(MendedSchema.of(valid).schema()).isSameAs(valid);
  }

  @Test
  void aReferenceToNowhereLeavesTheNamesOfTheArguments() throws Exception {
    MendedSchema result =
        MendedSchema.of(
            json(
                "{'type':'object','required':['a'],'properties':"
                    + "{'a':{'$ref':'#/$defs/gone','description':'the name'}}}"));

    assertThat(result.schema())
        .isEqualTo(
            json(
                "{'type':'object','properties':{'a':{'description':'the name'}},"
                    + "'required':['a']}"));
    assertThat(result.changes()).hasSize(1);
  }

  @Test
  void aValidSchemaStaysTheSame() throws Exception {
    ObjectNode valid =
        json(
            "{'type':'object','properties':{'a':{'type':['string','null'],'pattern':'^[a-z]+$'},"
                + "'type':{'type':'integer','minimum':0}},'required':['a'],"
                + "'additionalProperties':false}");

    MendedSchema result = MendedSchema.of(valid);

    assertThat(result.schema()).isSameAs(valid);
    assertThat(result.changes()).isEmpty();
  }

  /** Every keyword with every value, as an argument's schema and within its items. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "$schema",
        "$id",
        "id",
        "$ref",
        "$dynamicRef",
        "$recursiveRef",
        "$recursiveAnchor",
        "$anchor",
        "$dynamicAnchor",
        "$vocabulary",
        "$comment",
        "$defs",
        "definitions",
        "type",
        "enum",
        "const",
        "multipleOf",
        "maximum",
        "exclusiveMaximum",
        "minimum",
        "exclusiveMinimum",
        "maxLength",
        "minLength",
        "pattern",
        "maxItems",
        "minItems",
        "uniqueItems",
        "maxContains",
        "minContains",
        "contains",
        "maxProperties",
        "minProperties",
        "required",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "properties",
        "patternProperties",
        "additionalProperties",
        "propertyNames",
        "items",
        "prefixItems",
        "additionalItems",
        "unevaluatedItems",
        "unevaluatedProperties",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "format",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "title",
        "description",
        "default",
        "deprecated",
        "examples",
        "nullable",
        "discriminator"
      })
  void noValueOfAKeywordCostsItsTool(String keyword) throws Exception {
    for (String value : ODD) {
      String odd = "{'" + keyword + "':" + value + "}";
      for (ObjectNode schema :
          List.of(json(odd), property(odd), property("{'items':" + odd + "}"))) {
        var mended = MendedSchema.of(schema).schema();
        var checked = new ArgumentSchema(mended);
        for (String arguments : SAMPLES) {
          try {
            checked.check(json(arguments));
          } catch (ToolException e) {
            assertThat(e.kind()).as("%s", schema).isEqualTo(ToolException.Kind.INVALID_ARGUMENTS);
          }
        }
      }
    }
  }

  private static final List<String> SAMPLES =
      List.of("{}", "{'a':null}", "{'a':'x'}", "{'a':[1,'2',{}]}", "{'a':{'a':1}}", "{'a':true}");

  private static final List<String> ODD =
      List.of(
          "null",
          "5",
          "-1",
          "1.5",
          "1e400",
          "true",
          "'text'",
          "'['",
          "''",
          "[]",
          "[1]",
          "[null]",
          "['a','a']",
          "[{}]",
          "[[]]",
          "{}",
          "{'a':1}",
          "{'a':null}",
          "{'a':[]}",
          "{'a':'x'}",
          "{'a':{'type':7}}",
          "{'[':{}}",
          "'#/no'",
          "'#/properties'",
          "'::: no address'",
          "'https://json-schema.org/draft/2020-12/schema'",
          "'http://json-schema.org/draft-07/schema#'",
          "'http://json-schema.org/draft-99/schema#'",
          "'https://example.com/x'");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'$ref':'#'}",
        "{'anyOf':[{'$ref':'#/$defs/a'}],'$defs':{'a':{'allOf':[{'$ref':'#/$defs/b'}]},"
            + "'b':{'$ref':'#/$defs/a'}}}"
      })
  void aReferenceThatLeadsBackToItselfLeavesTheNamesOfTheArguments(String endless)
      throws Exception {
    MendedSchema result = MendedSchema.of(json(endless));

    assertThat(result.changes()).singleElement().asString().contains("leads back to itself");
    new ArgumentSchema(result.schema()).check(json("{}"));
  }

  /** Following each reference by itself would take 2 to the power of 60 steps. */
  @Test
  void referencesThatFanOutAreFollowedOnce() throws Exception {
    ObjectNode schema = json("{'$ref':'#/$defs/0','$defs':{}}");
    for (int i = 0; i < 60; i++) {
      String next = "{'$ref':'#/$defs/" + (i + 1) + "'}";
      ((ObjectNode) schema.get("$defs")).set("" + i, json("{'allOf':[" + next + "," + next + "]}"));
    }
    ((ObjectNode) schema.get("$defs")).set("60", json("{'type':'object'}"));

    assertThat(MendedSchema.of(schema).changes()).isEmpty();
  }

  @Test
  void aSchemaOfATreeRefersToItselfWithinItsItems() throws Exception {
    ObjectNode tree =
        json("{'type':'object','properties':{'children':{'type':'array','items':{'$ref':'#'}}}}");

    assertThat(MendedSchema.of(tree).schema()).isSameAs(tree);
  }
}

package io.awaken.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.schema.MendedSchema;
import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.Carries;
import io.awaken.fixture.RandomSchema;
import io.awaken.fixture.SentTools;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The schemas of tools in requests: each provider gets none that it refuses. */
class ToolSchemasTest {

  private static final JsonNode ANY = JsonNodeFactory.instance.objectNode();
  private static final int SCHEMAS = 400;
  private static final int ARGUMENTS = 20;

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  private static ToolDescriptor tool(JsonNode schema) {
    return new ToolDescriptor("find", null, "Finds.", schema, null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          OPENAI    | {'type':'object'} | {'type':'object','properties':{}} | Finds.
          OPENAI    | {'type':'object','properties':{},'not':{'required':['a']}} | {'type':'object','properties':{}} | Finds.  Must fit: {'not':{'required':['a']}}.
          OPENAI    | {'type':'object','properties':{'a':{'type':['array','null']}}} | {'type':'object','properties':{'a':{'type':['array','null'],'items':{}}}} | Finds.
          OPENAI    | {'type':'object','properties':{'a':{'type':'array','items':true}}} | {'type':'object','properties':{'a':{'type':'array','items':{}}}} | Finds.
          OPENAI    | {'type':'object','properties':{'a':{'pattern':'^(?!x)'}}} | {'type':'object','properties':{'a':{'description':'Must match the pattern ^(?!x).'}}} | Finds.
          OPENAI    | {'type':'object','properties':{'a':{'pattern':'^(?:x)\\\\d\\\\(?$'}}} | {'type':'object','properties':{'a':{'pattern':'^(?:x)\\\\d\\\\(?$'}}} | Finds.
          OPENAI_RESPONSES | {'anyOf':[{'required':['a']},{'required':['b']}],'properties':{'a':{},'b':{}}} | {'type':'object','properties':{'a':{},'b':{}}} | Finds.  Must fit at least one of: needs a; or needs b.
          ANTHROPIC | {'oneOf':[{'properties':{'kind':{'const':'dot'},'x':{}},'required':['kind','x']},{'properties':{'kind':{'const':'line'},'y':{}},'required':['kind']}]} | {'type':'object','properties':{'kind':{'enum':['dot','line']},'x':{},'y':{}},'required':['kind']} | Finds.  Must fit exactly one of: kind = 'dot', needs x; or kind = 'line', may have y.
          ANTHROPIC | {'allOf':[{'$ref':'#/$defs/p'},{'required':['b']}],'$defs':{'p':{'properties':{'a':{'type':'string'}},'required':['a']}}} | {'type':'object','properties':{'a':{'type':'string'}},'required':['a','b'],'$defs':{'p':{'properties':{'a':{'type':'string'}},'required':['a']}}} | Finds.
          ANTHROPIC | {'type':'object','properties':{'a':{},'filter[id]':{'type':'string'}},'required':['filter[id]'],'additionalProperties':false} | {'type':'object','properties':{'a':{}},'required':[]} | Finds.  Also needs the property 'filter[id]', written exactly so: {'type':'string'}.
          ANTHROPIC | {'type':'object','properties':{'a':{'type':'array'},'b':{'pattern':'^(?!x)'}},'not':{}} | {'type':'object','properties':{'a':{'type':'array'},'b':{'pattern':'^(?!x)'}},'not':{}} | Finds.
          GEMINI    | {'type':'object','properties':{'a':{'$ref':'#/$defs/p','description':'One.'}},'$defs':{'p':{'type':'string'}}} | {'type':'object','properties':{'a':{'type':'string','description':'One.'}}} | Finds.
          GEMINI    | {'type':'object','properties':{'a':{'$ref':'#/$defs/p'}},'$defs':{'p':{'type':'object','properties':{'next':{'$ref':'#/$defs/p'}}}}} | {'type':'object','properties':{'a':{'type':'object','properties':{'next':{'type':'object','description':'Has the form of p.'}}}}} | Finds.
          GEMINI    | {'type':'object','properties':{'a':{'const':'x'},'b':{'const':true}}} | {'type':'object','properties':{'a':{'type':'string','enum':['x']},'b':{'type':'boolean','description':'One of [true].'}}} | Finds.
          GEMINI    | {'type':'object','properties':{'a':{'type':'string','enum':['','x']}}} | {'type':'object','properties':{'a':{'type':'string','enum':['x'],'description':'One of [\\"\\",\\"x\\"].'}}} | Finds.
          GEMINI    | {'type':'object','properties':{'a':{'type':['string','null'],'enum':['x',null]}}} | {'type':'object','properties':{'a':{'anyOf':[{'type':'string','enum':['x']},{'type':'null'}]}}} | Finds.
          OLLAMA    | {'type':'object','properties':{'a':true,'b':{'oneOf':[{'const':1}]}}} | {'type':'object','properties':{'a':{},'b':{'anyOf':[{'enum':[1]}]}}} | Finds.
          """)
  void whatAProviderRefusesIsRewrittenOrMovesToTheDescription(
      SentTools wire, String own, String sent, String description) throws Exception {
    SentTools.Sent tool = wire.of(List.of(tool(json(own)))).getFirst();

    assertThat(tool.schema()).isEqualTo(json(sent));
    assertThat(tool.description().replace("\n\n", "  ").replace('"', '\'')).isEqualTo(description);
  }

  @Test
  void aToolIsSimplifiedOnceAndNotAtAllIfItsSchemaIsTaken() throws Exception {
    var simplified = new AtomicInteger();
    var wire = new WireTools("test", schema -> simplified.incrementAndGet());
    ToolDescriptor odd = tool(json("{'anyOf':[{}]}"));
    ToolDescriptor plain = tool(json("{'type':'object','properties':{}}"));

    assertThat(wire.of(odd)).isNotSameAs(odd).isSameAs(wire.of(odd));
    assertThat(wire.of(plain)).isSameAs(plain).isSameAs(wire.of(plain));
    assertThat(simplified).hasValue(2);
  }

  @ParameterizedTest
  @EnumSource
  @Carries({
    "openai:schemas",
    "openai_responses:schemas",
    "anthropic:schemas",
    "gemini:schemas",
    "ollama:schemas"
  })
  void aProviderGetsNoSchemaThatItRefusesAndEveryPropertyOfTheTool(SentTools wire)
      throws Exception {
    var schemas = new ArrayList<ObjectNode>();
    for (int seed = 0; seed < SCHEMAS; seed++) {
      schemas.add(MendedSchema.of(new RandomSchema(new Random(seed)).ofTool()).schema());
    }
    List<SentTools.Sent> sent = wire.of(schemas.stream().map(ToolSchemasTest::tool).toList());

    for (int seed = 0; seed < SCHEMAS; seed++) {
      ObjectNode own = schemas.get(seed);
      SentTools.Sent tool = sent.get(seed);
      String about = "seed " + seed + ": " + own + "\nsent: " + tool.schema();
      assertThat(RefusedSchemas.of(wire, tool.schema())).as(about).isEmpty();
      for (String name : properties(own)) {
        assertThat(tool.schema().path("properties").has(name) || tool.description().contains(name))
            .as("%s of %s", name, about)
            .isTrue();
      }
      takesWhatTheToolTakes(new Random(seed), own, tool.schema(), about);
    }
  }

  /** Also those of its direct alternatives. */
  private static Set<String> properties(JsonNode schema) {
    var names = new LinkedHashSet<String>();
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    for (String keyword : List.of("anyOf", "oneOf", "allOf")) {
      for (JsonNode part : schema.path(keyword)) {
        part.path("properties").fieldNames().forEachRemaining(names::add);
      }
    }
    return names;
  }

  private static void takesWhatTheToolTakes(
      Random random, ObjectNode own, JsonNode sent, String about) throws Exception {
    var fits = new ArgumentSchema(own);
    ObjectNode names = sent.deepCopy();
    names.retain("type", "properties", "required", "additionalProperties", "patternProperties");
    names.path("properties").properties().forEach(each -> each.setValue(ANY));
    names.path("patternProperties").properties().forEach(each -> each.setValue(ANY));
    var sentFits = new ArgumentSchema(names);
    for (int i = 0; i < ARGUMENTS; i++) {
      ObjectNode arguments = new RandomSchema(random).arguments();
      try {
        fits.check(arguments);
      } catch (ToolException e) {
        continue;
      }
      try {
        sentFits.check(arguments);
      } catch (ToolException e) {
        throw new AssertionError(arguments + " of " + about, e);
      }
    }
  }
}

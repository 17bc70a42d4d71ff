package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.run.ClientTool;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.tool.ClientExecutedTool;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Registries;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tools declared by clients. */
class ClientToolsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final RegistrySnapshot registry =
      Registries.with(
              AgentSpec.builder("a", "m").excludedTools("hidden").build(),
              AgentSpec.builder("narrow", "m").allowedTools("pick_colour").build())
          .tools(FunctionTool.answering("lookup", "x"), FunctionTool.answering("hidden", "x"))
          .snapshot();

  @Test
  void aCallOfAClientToolAsksForItsResult() throws Exception {
    List<ClientTool> declared = List.of(tool("pick_colour", "{\"type\":\"object\"}"));
    assertThatCode(() -> ClientTools.check(registry, "a", declared)).doesNotThrowAnyException();

    RegisteredTool registered = ClientTools.registered(declared).getFirst();
    assertThat(registered.descriptor())
        .isEqualTo(
            new ToolDescriptor(
                "pick_colour", null, "of the client", json("{\"type\":\"object\"}"), null));
    assertThat(registered.tool()).isInstanceOf(ClientExecutedTool.class);
  }

  @Test
  void descriptionAndParametersAreOptional() {
    var declared = List.of(new ClientTool("pick", null, null));
    ClientTools.check(registry, "a", declared);

    ToolDescriptor descriptor = ClientTools.registered(declared).getFirst().descriptor();
    assertThat(descriptor.description()).isEmpty();
    assertThat(descriptor.parameters()).hasToString("{\"type\":\"object\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          lookup   | {}                               | name       | must not be the name of a tool of the server
          hidden   | {}                               | name       | must not be the name of a tool of the server
          a b      | {}                               | name       | must have 1 to 64 letters, digits, '_' and '-' only
          ~~       | {}                               | name       | must have 1 to 64 letters, digits, '_' and '-' only
          pick     | []                               | parameters | must be a JSON schema, and so an object
          pick     | true                             | parameters | must be a JSON schema, and so an object
          pick     | {"type": "string"}               | parameters | must describe an object: "type" is not "object"
          pick     | {"type": ["object"]}             | parameters | must describe an object: "type" is not "object"
          pick     | {"properties": 1}                | parameters | must be a JSON schema of draft 2020-12
          pick     | {"properties": {"a": {"type": "text"}}} | parameters | must be a JSON schema of draft 2020-12
          pick     | {"required": "a"}                | parameters | must be a JSON schema of draft 2020-12
          """)
  void invalidToolsAreRefusedNamingFieldAndRule(
      String name, String parameters, String field, String rule) throws Exception {
    var refused = refusal(tool("fine", "{}"), tool(name, parameters));

    assertThat(refused.field()).isEqualTo("frontend_tools[1]." + field);
    assertThat(refused).hasMessageStartingWith(refused.field() + " " + rule);
  }

  @Test
  void duplicateNamesAreRefused() throws Exception {
    assertThat(refusal(tool("pick", "{}"), tool("pick", "{}")))
        .hasMessage("frontend_tools[1].name must not be given twice");
  }

  @Test
  void thereAreAtMost64ToolsOf64KibibytesTogether() {
    ClientTools.check(registry, "a", many(64));
    assertThat(refusal(many(65))).hasMessage("frontend_tools must have at most 64 entries");

    var large = new ClientTool("large", "ü".repeat(ClientTools.MAX_BYTES / 2), null);
    assertThat(refusal(List.of(large)))
        .hasMessage("frontend_tools must have at most 65536 bytes as JSON");
  }

  @Test
  void nestingOfSchemasIsLimited() throws Exception {
    String deep = "{\"not\":".repeat(31) + "{}" + "}".repeat(31);
    ClientTools.check(registry, "a", List.of(tool("pick", deep)));

    assertThat(refusal(tool("pick", "{\"not\":" + deep + "}")))
        .hasMessage("frontend_tools[0].parameters must not nest deeper than 32 levels");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"n": 1, "c": "red"}            | true
          {"n": 1, "c": "red", "x": 1}    | false
          {"c": "red"}                    | false
          {"n": "1"}                      | false
          {"n": 1, "c": "blue"}           | false
          []                              | false
          """)
  void callsAreCheckedAgainstTheFieldsThatTheSchemaNames(String arguments, boolean fits)
      throws Exception {
    RegisteredTool tool =
        registered(
            """
            {"type": "object", "required": ["n"], "additionalProperties": false,
             "properties": {"n": {"type": "integer"}, "c": {"enum": ["red", "green"]}}}\
            """);

    var refused =
        catchThrowableOfType(ToolException.class, () -> tool.schema().check(json(arguments)));
    assertThat(refused == null).isEqualTo(fits);
  }

  @Test
  void fieldsOnlyMatchedByPatternsAreNotChecked() throws Exception {
    RegisteredTool tool =
        registered("{\"additionalProperties\": false, \"patternProperties\": {\"^x\": {}}}");

    assertThatCode(() -> tool.schema().check(json("{\"xy\": 1}"))).doesNotThrowAnyException();
  }

  @Test
  @Timeout(10)
  void noClientSchemaMakesValidationEndless() throws Exception {
    var web = new StringBuilder("{\"properties\":{\"p\":{\"pattern\":\"^(a+)+$\"}},\"$defs\":{");
    for (int i = 0; i < 60; i++) {
      String next = "{\"$ref\":\"#/$defs/d" + (i + 1) + "\"}";
      web.append("\"d%d\":{\"allOf\":[%s,%s]},".formatted(i, next, next));
    }
    web.append("\"d60\":{}},\"$ref\":\"#/$defs/d0\"}");
    ClientTool declared = tool("pick", web.toString());

    ClientTools.check(registry, "a", List.of(declared));
    ClientTools.registered(List.of(declared))
        .getFirst()
        .schema()
        .check(json("{\"p\": \"" + "a".repeat(60) + "!\"}"));
  }

  @Test
  void clientToolsNeverReplaceAnAgentsOwnTools() throws Exception {
    ResolvedAgent agent = AgentResolver.resolve(registry, "a");
    RegisteredTool lookup = agent.tools().get("lookup");

    ResolvedAgent with =
        agent.with(
            ClientTools.registered(
                List.of(tool("pick", "{}"), tool("lookup", "{}"), tool("hidden", "{}"))));

    assertThat(with.tools()).containsOnlyKeys("lookup", "pick");
    assertThat(with.tools().get("lookup")).isSameAs(lookup);
    assertThat(with.descriptors()).extracting(ToolDescriptor::id).containsExactly("lookup", "pick");
    assertThat(agent.with(List.of())).isSameAs(agent);
  }

  @Test
  void theToolListsOfAnAgentApplyToClientTools() throws Exception {
    ResolvedAgent narrow =
        AgentResolver.resolve(registry, "narrow")
            .with(ClientTools.registered(List.of(tool("pick_colour", "{}"), tool("else", "{}"))));

    assertThat(narrow.tools()).containsOnlyKeys("pick_colour");
  }

  @Test
  void withoutDeclaredToolsThereIsNoCost() {
    assertThat(ClientTools.registered(List.of())).isEmpty();
    assertThatCode(() -> ClientTools.check(null, null, List.of())).doesNotThrowAnyException();
  }

  private RegisteredTool registered(String parameters) throws JsonProcessingException {
    ClientTool declared = tool("pick", parameters);
    ClientTools.check(registry, "a", List.of(declared));
    return ClientTools.registered(List.of(declared)).getFirst();
  }

  private ClientTools.Invalid refusal(ClientTool... declared) {
    return refusal(List.of(declared));
  }

  private ClientTools.Invalid refusal(List<ClientTool> declared) {
    return catchThrowableOfType(
        ClientTools.Invalid.class, () -> ClientTools.check(registry, "a", declared));
  }

  private static List<ClientTool> many(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new ClientTool("tool-" + i, "of the client", null))
        .toList();
  }

  private static ClientTool tool(String name, String parameters) throws JsonProcessingException {
    return new ClientTool(name, "of the client", json(parameters));
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return JSON.readTree(text);
  }
}

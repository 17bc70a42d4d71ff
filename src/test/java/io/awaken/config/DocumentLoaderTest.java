package io.awaken.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Exposure;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FolderDocuments;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentLoaderTest {

  private static final String MODEL = "{\"provider\": \"scripted\", \"model\": \"m\"}";
  private static final String ENOUGH = "model_id: default\n";

  @TempDir Path directory;
  private final Map<String, String> configured = Map.of("TOKEN", "s3cret", "EMPTY", " ");

  @Test
  @Rows(21)
  void withoutDocumentsTheBuiltInOnesAreUsed() {
    Documents documents = load();

    assertThat(documents.agents()).extracting(AgentSpec::id).containsExactly("default");
    assertThat(documents.models()).extracting(ModelSpec::providerId).containsExactly("scripted");
  }

  @Test
  @Rows({9, 10, 15, 18})
  void anAgentIsReadFromYamlWithEveryFieldItMayHave() throws IOException {
    write(
        "agents/support.yaml",
        """
        description: helps
        model: default
        system_prompt: |
          Be kind.
        max_rounds: 4
        tool_execution_mode: parallel_streaming
        allowed_tools: [order_status, "calculate"]
        sections:
          retry: {max_retries: 2, factor: 1.5, on: true}
        """);

    AgentSpec agent = load().agents().getFirst();

    assertThat(agent.id()).isEqualTo("support");
    assertThat(agent.modelId()).isEqualTo("default");
    assertThat(agent.systemPrompt()).isEqualTo("Be kind.\n");
    assertThat(agent.maxRounds()).isEqualTo(4);
    assertThat(agent.maxContinuationRetries()).isEqualTo(2);
    assertThat(agent.toolExecutionMode()).isEqualTo(ToolExecutionMode.PARALLEL_STREAMING);
    assertThat(agent.allowedTools()).containsExactlyInAnyOrder("order_status", "calculate");
    assertThat(agent.sections().get("retry"))
        .hasToString("{\"max_retries\":2,\"factor\":1.5,\"on\":true}");
  }

  @Test
  @Rows({13, 14, 15, 141})
  void patternsStopConditionsAndTheOtherNameOfTheFilterAreRead() throws IOException {
    write(
        "agents/a.yaml",
        ENOUGH
            + """
            plugin_ids: [audit]
            active_plugins: [audit]
            allowed_tool_patterns: ["order_*"]
            excluded_tool_patterns: ['*\\*']
            expose: mcp
            stop_conditions: [{type: max_rounds, rounds: 10}]
            """);

    AgentSpec agent = load().agents().getFirst();

    assertThat(agent.activeHookFilter()).containsExactly("audit");
    assertThat(agent.allowedToolPatterns()).hasToString("[order_*]");
    assertThat(agent.excludedToolPatterns()).hasToString("[*\\*]");
    assertThat(agent.stopConditions()).hasToString("[{\"type\":\"max_rounds\",\"rounds\":10}]");
    assertThat(agent.expose()).containsExactly(Exposure.MCP);
  }

  @Test
  @Rows({17, 23})
  void aRemoteAgentNeedsNoModelAndItsCredentialsMayBeReferences() throws IOException {
    write(
        "agents/far.yaml",
        """
        endpoint:
          backend: a2a
          base_url: https://far.example.org
          auth: {type: bearer, token: "${TOKEN}"}
          timeout_ms: 1000
          options: {poll_interval_ms: 500}
        """);

    var endpoint = load().agents().getFirst().endpoint();

    assertThat(endpoint.auth().get("token").reveal()).isEqualTo("s3cret");
    assertThat(endpoint.timeoutMs()).isEqualTo(1000);
    assertThat(endpoint.options().get("poll_interval_ms").intValue()).isEqualTo(500);
  }

  @Test
  @Rows(9)
  void jsonAndYamlAreEquivalent() throws IOException {
    write("agents/a.json", "{\"id\": \"x\", \"model\": \"default\", \"max_rounds\": 3}");
    AgentSpec fromJson = load().agents().getFirst();
    Files.delete(directory.resolve("agents/a.json"));
    write("agents/a.yml", "{id: x, model: default, max_rounds: 3}");

    assertThat(load().agents()).containsExactly(fromJson);
  }

  @Test
  void aDocumentReplacesTheBuiltInOneOfItsId() throws IOException {
    write("models/default.json", "{\"provider\": \"scripted\", \"model\": \"mine\"}");

    assertThat(load().models()).extracting(ModelSpec::upstreamModel).containsExactly("mine");
    assertThat(load().agents()).extracting(AgentSpec::id).containsExactly("default");
  }

  @Test
  @Rows(22)
  void secretsComeFromConfigurationAndFilesAndAreNeverShown() throws IOException {
    write("key.txt", "from-file\n");
    write(
        "providers/p.yaml",
        """
        adapter: scripted
        api_key: ${file:key.txt}
        base_url: https://${TOKEN}.example.org/v1
        adapter_options:
          headers: {Authorization: "Bearer ${TOKEN}", X-Plain: "$${TOKEN}"}
          note: ${TOKEN}
          session_token: ${TOKEN}
        """);

    var provider = load().providers().getLast();

    assertThat(provider.apiKey().reveal()).isEqualTo("from-file");
    assertThat(provider.baseUrl()).isEqualTo("https://s3cret.example.org/v1");
    assertThat(provider.adapterOptions().get("headers"))
        .hasToString("{\"Authorization\":\"Bearer s3cret\",\"X-Plain\":\"${TOKEN}\"}");
    assertThat(provider.adapterOptions().get("note").textValue()).isEqualTo("${TOKEN}");
    assertThat(provider.adapterOptions().get("session_token").textValue()).isEqualTo("s3cret");
    assertThat(provider.toString()).doesNotContain("s3cret", "from-file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ${NOWHERE}      | refers to NOWHERE, which is not set
          ${EMPTY}        | refers to EMPTY, which is not set
          ${file:no.txt}  | refers to the file no.txt, which cannot be read
          ${TOKEN         | has a reference without its closing brace
          """)
  void anUnresolvedReferenceIsNamedWithFileAndField(String key, String reason) throws IOException {
    write("providers/p.json", "{\"adapter\": \"scripted\",\n \"api_key\": \"" + key + "\"}");

    assertThat(problems()).containsExactly("providers/p.json:2:2 api_key " + reason);
  }

  @Test
  @Rows({16, 38})
  void aDelegateThatDoesNotExistIsRefused() throws IOException {
    write("agents/a.yaml", ENOUGH + "delegates: [a, writer]");

    assertThat(problems())
        .containsExactly("agents/a.yaml:2:16 delegates[1] 'writer' does not exist; there are [a]");
  }

  @Test
  @Rows(16)
  void aDelegateIsNamedOnceAndByANameThatToolsMayHave() throws IOException {
    write("agents/a.yaml", ENOUGH + "delegates: [a, b.c, a]");
    write("agents/b.c.yaml", ENOUGH);

    assertThat(problems())
        .containsExactly(
            "agents/a.yaml:2:16 delegates[1] 'b.c' makes no name of a tool: a delegate's id has"
                + " 1 to 54 letters, digits, '_' and '-'",
            "agents/a.yaml:2:21 delegates[2] 'a' is named twice");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          max_rounds: 0                 | agents/a.yaml:2:1 max_rounds must be 1 to 1000
          max_rounds: 1001              | agents/a.yaml:2:1 max_rounds must be 1 to 1000
          max_rounds: '7'               | agents/a.yaml:2:1 max_rounds must be a whole number
          max_rounds: 1.5               | agents/a.yaml:2:1 max_rounds must be a whole number
          max_rounds: 99999999999       | agents/a.yaml:2:1 max_rounds must be 1 to 1000
          response_retries: 11          | agents/a.yaml:2:1 response_retries must be 0 to 10
          response_format: {type: xml}  | agents/a.yaml:2:19 response_format.type must be one of [json_object, json_schema, text]
          response_format: {form: xml}  | agents/a.yaml:2:19 response_format.form is unknown; known fields are name, schema, strict, type
          max_continuation_retries: 11  | agents/a.yaml:2:1 max_continuation_retries must be 0 to 10
          allowed_tools: calculate      | agents/a.yaml:2:1 allowed_tools must be a list
          plugin_ids: [1]               | agents/a.yaml:2:14 plugin_ids[0] must be text (in quotes if it looks like a number)
          model: other                  | agents/a.yaml:2:1 model is an alias of model_id; give one of them
          model_id: default             | agents/a.yaml:2:1 model_id is given twice
          id: a b                       | agents/a.yaml:2:1 id may have letters, digits and -_.:@ only
          sections: []                  | agents/a.yaml:2:1 sections must be an object
          description: !!binary aGk=    | agents/a.yaml:2:14 has a tag; tags are not allowed
          description: !!java.lang.ProcessBuilder [[id]] | agents/a.yaml:2:14 has a tag; tags are not allowed
          allowed_tool_patterns: ['a\\b']  | agents/a.yaml:2:25 allowed_tool_patterns[0] is no pattern: a '\\' that is not before '*' or '\\' stands at position 2
          excluded_tool_patterns: ['']  | agents/a.yaml:2:26 excluded_tool_patterns[0] is no pattern: nothing stands at position 1
          stop_conditions: [{rounds: 1}] | agents/a.yaml:2:19 stop_conditions[0].type is required
          endpoint: {base_url: 'http://x'} | agents/a.yaml:2:1 endpoint.backend is required
          endpoint: {backend: a2a, base_url: ftp}  | agents/a.yaml:2:26 endpoint.base_url must be an http or https address
          endpoint: {backend: a, base_url: 'http://x', timeout_ms: 0} | agents/a.yaml:2:46 endpoint.timeout_ms must be 1 to 86400000
          expose: web                   | agents/a.yaml:2:1 expose must be one of [a2a, mcp]
          share: {}                     | agents/a.yaml:2:1 share must be a list
          share: [{may: [read]}]        | agents/a.yaml:2:9 share[0] must have either subject or role
          share: [{role: r}]            | agents/a.yaml:2:9 share[0] may must be a list with one or more of read, write, decide
          share: [{role: r, may: [x]}]  | agents/a.yaml:2:9 share[0] may must be a list with one or more of read, write, decide
          tool_execution_mode: quick    | agents/a.yaml:2:1 tool_execution_mode must be one of [parallel_batch_approval, parallel_streaming, sequential]
          """)
  @Attacks("S46")
  void anInvalidFieldIsNamedWithItsPosition(String line, String expected) throws IOException {
    write("agents/a.yaml", ENOUGH + line);

    assertThat(problems()).containsExactly(expected);
  }

  @Test
  void anUnknownFieldIsRefusedWithTheKnownOnes() throws IOException {
    write("models/m.json", "{\"provider\": \"scripted\",\n  \"model\": \"m\", \"modle\": 1}");

    assertThat(problems())
        .containsExactly(
            "models/m.json:2:17 modle is unknown; known fields are context_window,"
                + " id, knowledge_cutoff, max_output_tokens, modalities, prices, provider_id,"
                + " tell_knowledge_cutoff, think_tags, upstream_model");
  }

  @Test
  void allBrokenFilesAreReportedAtOnceAndNoneHidesAnother() throws IOException {
    write("agents/a.json", "{\"model\": \"default\"");
    write("agents/b.yaml", "model: [default");
    write("agents/c.json", "[]");
    write("agents/d.json", "");
    write("agents/e.yaml", "model: broken");
    write("models/broken.yaml", "provider: scripted");
    write("models/homeless.json", "{\"provider\": \"nobody\", \"model\": \"m\"}");
    write("providers/p.json", "{\"adapter\": \"telepathy\"}");

    assertThat(problems())
        .containsExactlyInAnyOrder(
            "agents/a.json:1:20 is not complete JSON: it ends too early",
            "agents/b.yaml:1:16 is not valid YAML: expected ',' or ']', but got <stream end>",
            "agents/c.json:1:1 must be an object",
            "agents/d.json:1:1 is empty",
            "models/broken.yaml:1:1 upstream_model is required",
            "models/homeless.json:1:2 provider 'nobody' does not exist; there are [p, scripted]",
            "providers/p.json:1:2 adapter 'telepathy' does not exist; there are [scripted]");
  }

  @Test
  void twoFilesWithOneIdAreBothNamed() throws IOException {
    write("models/a.json", MODEL.replace("{", "{\"id\": \"same\", "));
    write("models/b.json", MODEL.replace("{", "{\"id\": \"same\", "));

    assertThat(problems())
        .containsExactly("models/b.json:1:2 id 'same' is also the id of models/a.json");
  }

  @Test
  @Rows(109)
  void anAgentMayNameAModelOfAProviderWithoutADocument() throws IOException {
    write("providers/p.yaml", "adapter: scripted");
    write("agents/a.yaml", "model: p/org/some-model");
    write("agents/b.yaml", "model: q/some-model");

    assertThat(problems())
        .containsExactly(
            "agents/b.yaml:1:1 model 'q/some-model' does not exist; there are [default]");
  }

  @Test
  @Rows(21)
  void anAgentWithAnUnknownModelIsRefusedWithTheKnownOnes() throws IOException {
    write("agents/a.yaml", "model: gone");

    assertThat(problems())
        .containsExactly("agents/a.yaml:1:1 model 'gone' does not exist; there are [default]");
  }

  @Test
  void problemsDoNotShowValuesOfDocuments() throws IOException {
    write("providers/a.json", "{\"adapter\": \"scripted\", \"api_key\": {\"k\": \"s3cret\"}}");
    write("providers/b.json", "{\"adapter\": \"scripted\", \"api_key\": s3cret}");
    write("providers/c.json", "{\"adapter\": \"scripted\", \"timeout_secs\": \"s3cret\"}");

    assertThat(problems()).hasSize(3).noneMatch(line -> line.contains("s3cret"));
  }

  @Test
  void limitsAreNamed() throws IOException {
    write("agents/a.json", " ".repeat(1 << 20) + "{}");
    write("agents/b.json", "{\"sections\": {\"s\": " + "[".repeat(70) + "]".repeat(70) + "}}");
    write("agents/c.yaml", "sections: {s: " + "[".repeat(70) + "]".repeat(70) + "}");
    write("agents/d.yaml", "sections: {a: &a [1], b: [" + "*a,".repeat(51) + "]}");
    write("agents/e.yaml", bomb());

    assertThat(problems())
        .satisfiesExactly(
            line -> assertThat(line).endsWith("is larger than 1048576 bytes"),
            line -> assertThat(line).contains("is nested deeper than 64"),
            line -> assertThat(line).endsWith("is nested deeper than 64"),
            line -> assertThat(line).endsWith("has more than 50 aliases"),
            line -> assertThat(line).endsWith("has more than 100000 values"));
  }

  @Test
  void theDirectoryItselfMustExist() {
    var loader = new DocumentLoader(this::find, directory, Set.of("scripted"));
    var missing = new FolderDocuments(directory.resolve("gone"));

    var failure =
        catchThrowableOfType(
            DocumentException.class,
            () -> loader.load(List.of(missing), BuiltinDocuments.choose(name -> Optional.empty())));

    assertThat(failure).hasMessageContaining("gone").hasMessageContaining("is not a directory");
  }

  @Test
  void hiddenFilesAndOtherEndingsAreIgnored() throws IOException {
    write("agents/.hidden.yaml", "nonsense");
    write("agents/README.md", "nonsense");

    assertThat(load().agents()).extracting(AgentSpec::id).containsExactly("default");
  }

  private static String bomb() {
    var text = new StringBuilder("sections:\n  a0: &a0 [1,2,3,4,5,6,7,8]\n");
    for (int i = 1; i < 6; i++) {
      text.append("  a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(8)));
    }
    return text.toString();
  }

  private List<String> problems() {
    return catchThrowableOfType(DocumentException.class, this::load).problems().stream()
        .map(DocumentProblem::toString)
        .toList();
  }

  private Documents load() {
    return new DocumentLoader(this::find, directory, Set.of("scripted"))
        .load(
            List.of(new FolderDocuments(directory)),
            BuiltinDocuments.choose(name -> Optional.empty()));
  }

  private Optional<String> find(String name) {
    return Optional.ofNullable(configured.get(name));
  }

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}

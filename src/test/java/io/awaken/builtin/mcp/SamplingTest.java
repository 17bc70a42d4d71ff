package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.builtin.mcp.McpTool.ToolIds;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.McpServerSpec.McpSampling;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.tool.ModelRefused;
import io.awaken.core.tool.RunModel;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.AgentRuntime;
import io.awaken.testkit.CollectingSink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that ask the model of the calling agent. */
@Rows(1297)
class SamplingTest {

  private static final String POEM = "mcp__s__poem";
  private static final ObjectNode NOTHING = ScriptedServer.JSON.objectNode();
  private static final String ASKS =
      "{'messages': [{'role': 'user', 'content': {'type': 'text', 'text': 'A rhyme, please.'}}],"
          + " 'systemPrompt': 'Be a poet.', 'maxTokens': 9000, 'temperature': 0.5,"
          + " 'includeContext': 'allServers', 'stopSequences': ['END'],"
          + " 'modelPreferences': {'hints': [{'name': 'other'}]}}";

  private static final String WITH_TOOLS =
      "{'messages': [{'role': 'user', 'content': {'type': 'text', 'text': 'A rhyme on sea?'}},"
          + " {'role': 'assistant', 'content': [{'type': 'tool_use', 'id': 'c1', 'name':"
          + " 'rhymes.of', 'input': {'word': 'sea', 'n': null}}, {'type': 'tool_use', 'id': 'c2',"
          + " 'name': 'rhymes.of', 'input': {}}]},"
          + " {'role': 'user', 'content': [{'type': 'tool_result', 'toolUseId': 'c1', 'content':"
          + " [{'type': 'text', 'text': 'free'}]}, {'type': 'tool_result', 'toolUseId': 'c2',"
          + " 'content': [{'type': 'text', 'text': 'no such word'}], 'isError': true}]}],"
          + " 'maxTokens': 50, 'tools': [{'name': 'rhymes.of', 'description': 'Finds rhymes.',"
          + " 'inputSchema': {'type': 'object', 'properties': {'word': {'type': 'string'}}}}]}";

  private final LinkedBlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
  private final List<RunModel.Question> questions = new ArrayList<>();

  private RunModel.Answer reply = new RunModel.Answer("Roses are red. END Violets", "m", false);

  /** Answers and records the requests. */
  private final RunModel model =
      question -> {
        questions.add(question);
        return reply;
      };

  /** How often the server asks before its result. */
  private int times = 1;

  private String params = ASKS;

  @ParameterizedTest
  @EnumSource(names = {"V2025_06_18", "V2025_11_25", "V2026_07_28"})
  void theModelAnswersWithinTheDocumentsLimits(ProtocolVersion version) throws Exception {
    try (var server = asking(version);
        var mine = connected(server, McpSampling.ON)) {
      assertThat(call(mine).modelText())
          .isEqualTo(
              "poem {\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Roses are"
                  + " red. \"},\"model\":\"m\",\"stopReason\":\"stopSequence\"}");

      RunModel.Question asked = questions.getFirst();
      assertThat(asked.system()).isEqualTo("Be a poet.");
      assertThat(asked.messages()).extracting(Message::text).containsExactly("A rhyme, please.");
      assertThat(asked.maxTokens()).isEqualTo(McpSampling.DEFAULT_MAX_TOKENS);
      assertThat(asked.temperature()).isEqualTo(0.5);
      assertThat(declared(server).path("sampling")).isEqualTo(json("{'tools': {}}"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void theModelsUsageCountsForTheRun(ProtocolVersion version) throws Exception {
    var usage = TokenUsage.of(10, 5);
    var scripted =
        RecordingModel.turns(
            Script.builder().calls(POEM, Map.of()).andUses(usage),
            Script.builder().says("Roses").andUses(usage),
            Script.builder().says("There it is.").andUses(usage));
    var sink = new CollectingSink();
    try (var server = asking(version);
        var mine = connected(server, McpSampling.ON);
        var runtime =
            AgentRuntime.builder()
                .inMemory()
                .withAgentSpec(AgentSpec.builder("a", "m").mcpServers("s").build())
                .withModel(new ModelSpec("m", "p", "x"))
                .withProvider("p", scripted)
                .withToolSource(mine.servers)
                .build()) {
      var result = runtime.run(RunRequest.of("a", "go"), sink);

      assertThat(result.response()).isEqualTo("There it is.");
      assertThat(scripted.requests()).hasSize(3);
      assertThat(scripted.requests().getLast().messages().toString()).contains("poem", "Roses");
      assertThat(result.inputTokens()).isEqualTo(30);
      assertThat(result.outputTokens()).isEqualTo(15);
    }
  }

  @Test
  void aSessionServerWithoutPermissionIsRefused() throws Exception {
    try (var server = asking(ProtocolVersion.V2025_11_25);
        var mine = connected(server, McpSampling.OFF)) {
      assertThat(call(mine).modelText())
          .isEqualTo(
              "poem {\"code\":-32601,\"message\":\"the client does not offer"
                  + " sampling/createMessage\"}");
      assertThat(declared(server).has("sampling")).isFalse();
    }
    assertThat(questions).isEmpty();
  }

  @Test
  void aModernServerWithoutPermissionIsRefused() throws Exception {
    try (var server = asking(ProtocolVersion.V2026_07_28);
        var mine = connected(server, McpSampling.OFF)) {
      assertThatThrownBy(() -> call(mine))
          .isInstanceOf(ToolException.class)
          .hasMessageContaining("it asks for sampling/createMessage, which is not offered to it");
      assertThat(declared(server).has("sampling")).isFalse();
    }
    assertThat(questions).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"V2025_11_25", "V2026_07_28"})
  void aServerThatAsksTooOftenIsRefusedWithAReason(ProtocolVersion version) throws Exception {
    times = 3;
    try (var server = asking(version);
        var mine = connected(server, new McpSampling(true, 100, 2))) {
      ToolResult result = call(mine);

      String why = "a tool call may ask the model at most 2 times";
      if (version.modern()) {
        assertThat(result.code()).isEqualTo("sampling_refused");
        assertThat(result.message()).contains("too_many_requests: " + why);
      } else {
        assertThat(result.modelText())
            .isEqualTo(
                "poem {\"code\":-1,\"message\":\"%s\",\"data\":{\"code\":\"too_many_requests\"}}"
                    .formatted(why));
      }
      assertThat(questions).hasSize(2).allMatch(question -> question.maxTokens() == 100);
    }
  }

  @ParameterizedTest
  @CsvSource({"V2025_11_25", "V2026_07_28"})
  void aRunWithoutABudgetIsRefusedWithAReason(ProtocolVersion version) throws Exception {
    RunModel spent =
        question -> {
          throw new ModelRefused(ModelRefused.RUN_STOPS, "the run has spent its tokens");
        };
    try (var server = asking(version);
        var mine = connected(server, McpSampling.ON)) {
      ToolResult result = execute(mine, spent);

      assertThat(version.modern() ? result.message() : result.modelText())
          .contains("run_stops", "the run has spent its tokens");
    }
  }

  @Test
  void aCallWithoutAnAgentHasNoModel() throws Exception {
    try (var server = asking(ProtocolVersion.V2026_07_28);
        var mine = connected(server, McpSampling.ON)) {
      assertThat(mine.call(POEM, NOTHING).message()).contains("no_model");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'messages': [], 'maxTokens': 1}                               | messages must be
          {'messages': [{'role': 'user', 'content': []}]}                | maxTokens must be
          {'messages': [{'role': 'user', 'content': []}], 'maxTokens': 0}| maxTokens must be
          {'messages': [{'role': 'system', 'content': []}], 'maxTokens': 1} | role must be
          {'messages': [{'role': 'user', 'content': {'type': 'video'}}], 'maxTokens': 1} | content must be text
          {'messages': [{'role': 'user', 'content': {'type': 'tool_use'}}], 'maxTokens': 1} | a tool_use must be in a message of the assistant
          {'messages': [{'role': 'assistant', 'content': {'type': 'tool_result'}}], 'maxTokens': 1} | a tool_result must be in a message of the user
          {'messages': [{'role': 'assistant', 'content': {'type': 'tool_use', 'name': 'f'}}], 'maxTokens': 1} | id of a tool_use must have
          {'messages': [{'role': 'assistant', 'content': {'type': 'tool_use', 'id': 'c', 'name': 'f', 'input': 1}}], 'maxTokens': 1} | input of a tool_use must be an object
          {'messages': [{'role': 'assistant', 'content': [{'type': 'tool_use', 'id': 'c', 'name': 'f'}, {'type': 'tool_use', 'id': 'c', 'name': 'f'}]}], 'maxTokens': 1} | each tool_use must have an id of its own
          {'messages': [{'role': 'assistant', 'content': {'type': 'tool_use', 'id': 'c', 'name': 'f'}}], 'maxTokens': 1} | each tool_use must have a tool_result
          {'messages': [{'role': 'assistant', 'content': {'type': 'tool_use', 'id': 'c', 'name': 'f'}}, {'role': 'user', 'content': {'type': 'text', 'text': 'x'}}], 'maxTokens': 1} | each tool_use must have a tool_result
          {'messages': [{'role': 'assistant', 'content': {'type': 'tool_use', 'id': 'c', 'name': 'f'}}, {'role': 'user', 'content': [{'type': 'tool_result', 'toolUseId': 'c'}, {'type': 'text', 'text': 'x'}]}], 'maxTokens': 1} | must have nothing else
          {'messages': [{'role': 'user', 'content': {'type': 'tool_result', 'toolUseId': 'c'}}], 'maxTokens': 1} | toolUseId must name a tool_use
          {'messages': [{'role': 'user', 'content': []}], 'maxTokens': 1, 'tools': {}} | tools must be a list of at most 64
          {'messages': [{'role': 'user', 'content': []}], 'maxTokens': 1, 'tools': [{'name': 'f'}, {'name': ''}]} | tools[1].name must not be blank
          {'messages': [{'role': 'user', 'content': []}], 'maxTokens': 1, 'tools': [{'name': 'f'}, {'name': 'f'}]} | tools has the name f twice
          {'messages': [{'role': 'user', 'content': []}], 'maxTokens': 1, 'toolChoice': {'mode': 'any'}} | toolChoice.mode must be auto, required or none
          {'messages': [{'role': 'user', 'content': []}], 'maxTokens': 1, 'toolChoice': {'mode': 'required'}} | toolChoice requires tools
          {'messages': [{'role': 'user', 'content': []}], 'maxTokens': 1, 'temperature': 3} | temperature must be
          {'messages': [{'role': 'user', 'content': []}], 'maxTokens': 1, 'stopSequences': [7]} | each of stopSequences
          {'messages': [{'role': 'user', 'content': {'type': 'image', 'mimeType': 'image/png', 'data': '='}}], 'maxTokens': 1} | data must be Base64
          """)
  void whatCannotBeAskedIsRefused(String asked, String why) throws Exception {
    params = asked;
    try (var server = asking(ProtocolVersion.V2025_11_25);
        var mine = connected(server, McpSampling.ON)) {
      assertThat(call(mine).modelText()).contains("-32602", why);
    }
    try (var server = asking(ProtocolVersion.V2026_07_28);
        var mine = connected(server, McpSampling.ON)) {
      assertThatThrownBy(() -> call(mine)).hasMessageContaining(why);
    }
    assertThat(questions).isEmpty();
  }

  /** Two turns of a server that lets the model call its own tool, whose name no model takes. */
  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void theModelCallsTheServersOwnToolsAndReadsTheirResults(ProtocolVersion version)
      throws Exception {
    params = WITH_TOOLS;
    reply =
        new RunModel.Answer(
            "Let me look.",
            "m",
            false,
            List.of(new ToolCall("c1", ToolIds.sampled("rhymes.of"), json("{'word': null}"))));
    try (var server = asking(version);
        var mine = connected(server, McpSampling.ON)) {
      assertThat(call(mine).modelText())
          .isEqualTo(
              "poem {\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"Let me"
                  + " look.\"},{\"type\":\"tool_use\",\"id\":\"c1_2\",\"name\":\"rhymes.of\","
                  + "\"input\":{\"word\":null}}],\"model\":\"m\",\"stopReason\":\"toolUse\"}");
    }
    RunModel.Question asked = questions.getFirst();
    assertThat(asked.tools())
        .singleElement()
        .satisfies(
            tool -> {
              assertThat(tool.id()).matches("rhymes_of_[0-9a-f]{10}");
              assertThat(tool.description()).isEqualTo("Finds rhymes.");
              assertThat(tool.parameters().at("/properties/word/type").asText())
                  .isEqualTo("string");
            });
    assertThat(asked.system()).isNull();
    assertThat(asked.messages())
        .extracting(Message::role)
        .containsExactly(Role.USER, Role.ASSISTANT, Role.TOOL, Role.TOOL);
    assertThat(asked.messages().get(1).toolCalls())
        .containsExactly(
            new ToolCall("c1", asked.tools().getFirst().id(), json("{'word': 'sea', 'n': null}")),
            new ToolCall("c2", asked.tools().getFirst().id(), json("{}")));
    assertThat(asked.messages().get(2).toolCallId()).isEqualTo("c1");
    assertThat(asked.messages().get(2).text()).isEqualTo("free");
    assertThat(asked.messages().get(3).text()).contains("no such word");
  }

  @Test
  void aModelThatMustCallAToolIsAskedAgainAndThenRefused() throws Exception {
    params = WITH_TOOLS.replace("'maxTokens'", "'toolChoice': {'mode': 'required'}, 'maxTokens'");
    try (var server = asking(ProtocolVersion.V2025_11_25);
        var mine = connected(server, McpSampling.ON)) {
      assertThat(call(mine).modelText())
          .contains("model_failed", "the model called no tool, as toolChoice requires");
    }
    assertThat(questions).hasSize(2);
    assertThat(questions)
        .extracting(RunModel.Question::system)
        .containsOnly("Answer with a call of at least one tool.");
  }

  @Test
  void aModelThatMustNotCallAToolAnswersWithText() throws Exception {
    params = WITH_TOOLS.replace("'maxTokens'", "'toolChoice': {'mode': 'none'}, 'maxTokens'");
    reply = new RunModel.Answer("Free.", "m", false, List.of(new ToolCall("c9", "f", json("{}"))));
    try (var server = asking(ProtocolVersion.V2025_11_25);
        var mine = connected(server, McpSampling.ON)) {
      assertThat(call(mine).modelText()).contains("\"text\":\"Free.\"", "\"endTurn\"");
    }
    // The conversation has calls, which providers refuse without tools.
    assertThat(questions.getFirst().tools()).hasSize(1);
    assertThat(questions.getFirst().system()).isEqualTo("Answer without calling a tool.");
  }

  @Test
  void argumentsThatAreNoObjectAreRefused() throws Exception {
    params = WITH_TOOLS;
    reply =
        new RunModel.Answer(
            "", "m", false, List.of(new ToolCall("c9", "f", TextNode.valueOf("{'word"))));
    try (var server = asking(ProtocolVersion.V2025_11_25);
        var mine = connected(server, McpSampling.ON)) {
      assertThat(call(mine).modelText()).contains("model_failed", "arguments that are no object");
    }
  }

  /** A model's answer must not be stored with a suspension, which may wait for days. */
  @Test
  void theModelIsAskedAfterTheUsersHaveAnswered() throws Exception {
    String seat =
        "{'method': 'elicitation/create', 'params': {'message': 'Which seat?',"
            + " 'requestedSchema': {'type': 'object', 'properties': {}}}}";
    try (var server = asking(ProtocolVersion.V2026_07_28);
        var mine = connected(server, McpSampling.ON)) {
      server.calls.put(
          "poem", asked -> requires(asked, "'seat': " + seat + ", 'rhyme': " + rhyme()));

      ToolResult question = call(mine);

      assertThat(question.suspension().suspension().message())
          .isEqualTo("The MCP server s asks: Which seat?");
      assertThat(questions).isEmpty();
      new AnsweringUsers(mine, POEM).with(model).accept(question, AnsweringUsers.json("{}"));
      assertThat(questions).hasSize(1);
      JsonNode responses = server.seen("tools/call").getLast().body().at("/params/inputResponses");
      assertThat(responses.at("/seat/action").asText()).isEqualTo("accept");
      assertThat(responses.at("/rhyme/model").asText()).isEqualTo("m");
    }
  }

  private ToolResult call(ServersUnderTest mine) throws ToolException, InterruptedException {
    return execute(mine, model);
  }

  private static ToolResult execute(ServersUnderTest mine, RunModel model)
      throws ToolException, InterruptedException {
    return mine.tool(POEM).execute(NOTHING, ServersUnderTest.context(POEM).with(model)).result();
  }

  private static ServersUnderTest connected(ScriptedServer server, McpSampling sampling) {
    return ServersUnderTest.of(server)
        .connected(McpServerSpec.http("s", server.url()).withSampling(sampling));
  }

  private static JsonNode declared(ScriptedServer server) {
    List<ScriptedServer.Seen> begun = server.seen("initialize");
    return begun.isEmpty()
        ? server
            .seen("tools/call")
            .getFirst()
            .body()
            .at("/params/_meta/io.modelcontextprotocol~1clientCapabilities")
        : begun.getFirst().body().at("/params/capabilities");
  }

  private ScriptedServer asking(ProtocolVersion version) throws IOException {
    var server = new ScriptedServer(version);
    server.tools = List.of(ScriptedServer.tool("poem", "Writes a poem."));
    server.calls.put(
        "poem", version.modern() ? asked -> requires(asked, "'rhyme': " + rhyme()) : this::asks);
    server.methods.put(
        "response",
        answer -> {
          JsonNode body = answer.body();
          answers.add(body.has("result") ? body.get("result") : body.get("error"));
          answer.raw(202, "text/plain", "");
        });
    return server;
  }

  private String rhyme() {
    return "{'method': 'sampling/createMessage', 'params': " + params + "}";
  }

  /** Until 2025-11-25: asks on the stream of the call. */
  private void asks(ScriptedServer.Asked asked) throws IOException, InterruptedException {
    try (OutputStream out = asked.stream()) {
      JsonNode answer = null;
      for (int i = 0; i < times; i++) {
        JsonNode request = json("{'jsonrpc': '2.0', 'id': 'q-" + i + "', " + rhyme().substring(1));
        out.write(ScriptedServer.event(request).getBytes(StandardCharsets.UTF_8));
        out.flush();
        answer = answers.poll(20, TimeUnit.SECONDS);
      }
      ObjectNode response = asked.response(ScriptedServer.text("poem " + answer));
      out.write(ScriptedServer.event(response).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Since 2026-07-28: requires the answers as often as the test sets. */
  private void requires(ScriptedServer.Asked asked, String requests) throws IOException {
    JsonNode responses = asked.params().path("inputResponses");
    int before = asked.params().path("requestState").asInt(0);
    if (before == times) {
      asked.result(ScriptedServer.text("poem " + responses.path("rhyme")));
    } else {
      asked.result(
          json(
              "{'resultType': 'input_required', 'inputRequests': {%s}, 'requestState': '%d'}"
                  .formatted(requests, before + 1)));
    }
  }

  private static JsonNode json(String text) throws IOException {
    try {
      return AnsweringUsers.json(text);
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}

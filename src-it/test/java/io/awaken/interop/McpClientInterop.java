package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.builtin.mcp.McpEnvironment;
import io.awaken.builtin.mcp.McpServers;
import io.awaken.builtin.mcp.McpServers.ServerReport;
import io.awaken.builtin.mcp.ToolPins;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.mailbox.control.DecisionResult;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.ToolResult;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.McpServerSpec.McpSampling;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.Secret;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.GivenDecision;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.RunModel;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.FreePorts;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import io.awaken.oauth.OAuthClients;
import io.awaken.process.Conditions;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.AgentRuntime;
import io.awaken.testkit.CollectingSink;
import io.awaken.testkit.ToolCallContexts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Third-party MCP servers, over both transports and of both protocol eras, used by the product's
 * MCP client.
 */
@Rows({224, 1072, 1074, 1076, 1132, 1134, 1297})
@MostlyWaiting
class McpClientInterop {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final NodePrograms programs = NodePrograms.of("mcp-servers");
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService processes = Executors.newCachedThreadPool();
  private Process server;
  private CheckedHttp http;
  private McpServers servers;

  @AfterEach
  void end() throws InterruptedException {
    if (servers != null) {
      servers.close();
    }
    if (http != null) {
      http.close();
    }
    if (server != null) {
      server.destroyForcibly();
      server.waitFor(10, TimeUnit.SECONDS);
    }
    threads.shutdownNow();
    processes.shutdownNow();
  }

  @Test
  void theEverythingServerWorksOverStdio() throws Exception {
    connect(
        McpServerSpec.stdio("all", node(), everything(), "stdio")
            .withEnv(Map.of("ONLY_THIS", Secret.of("x")))
            .withSampling(McpSampling.ON));

    usesEverything();
    assertThat(call("get-env", "{}").modelText()).contains("ONLY_THIS").doesNotContain("PATH");
  }

  @Test
  void theEverythingServerWorksOverHttp() throws Exception {
    int port = FreePorts.next();
    var program = new ProcessBuilder(node(), everything(), "streamableHttp");
    program.environment().put("PORT", String.valueOf(port));
    start(program, "listening on port");
    connect(
        McpServerSpec.http("all", "http://127.0.0.1:" + port + "/mcp").withSampling(McpSampling.ON),
        port);

    usesEverything();
  }

  @Test
  void theEverythingServerWorksOverTheOlderEventStream() throws Exception {
    int port = FreePorts.next();
    var program = new ProcessBuilder(node(), everything(), "sse");
    program.environment().put("PORT", String.valueOf(port));
    start(program, "running on port");
    connect(
        McpServerSpec.http("all", "http://127.0.0.1:" + port + "/sse").withSampling(McpSampling.ON),
        port);

    usesEverything();
  }

  @Test
  @Rows(1075)
  void aServerOfThePythonSdkWorksOverTheOlderEventStream() throws Exception {
    assertWorksOverTheOlderEventStream("python-sdk-2", "2025-11-25");
  }

  @Test
  @Nightly("installs an older SDK; the everything server and the newer SDK use the same transport")
  @Rows(1075)
  void aServerOfAnOlderPythonSdkWorksOverTheOlderEventStream() throws Exception {
    assertWorksOverTheOlderEventStream("python-sdk-1", "2024-11-05");
  }

  private void assertWorksOverTheOlderEventStream(String sdk, String revision) throws Exception {
    int port = FreePorts.next();
    PythonPrograms python = PythonPrograms.of(programs.home(), sdk);
    start(
        new ProcessBuilder(python.python().toString(), sdk(), "sse", String.valueOf(port)),
        "Uvicorn running on");
    connect(
        McpServerSpec.http("all", "http://127.0.0.1:" + port + "/sse").withTimeouts(2_000, null),
        port);

    assertThat(report().protocol()).isEqualTo(revision);
    worksLongerThanItsLimit();

    // Asked to end, it would wait for its streams.
    server.destroyForcibly().waitFor();
    assertThatThrownBy(() -> call("add", "{\"a\":1,\"b\":2}"))
        .hasMessageContaining("(unreachable: ");
  }

  @Test
  @Rows(1075)
  void aServerOfThePythonSdkWorksOverStdio() throws Exception {
    assertWorksOverStdio("python-sdk-2", "2026-07-28");
  }

  @Test
  @Nightly("installs an older SDK; the everything server and the newer SDK use the same transport")
  @Rows(1075)
  void aServerOfAnOlderPythonSdkWorksOverStdio() throws Exception {
    assertWorksOverStdio("python-sdk-1", "2024-11-05");
  }

  private void assertWorksOverStdio(String sdk, String revision) throws Exception {
    PythonPrograms python = PythonPrograms.of(programs.home(), sdk);
    connect(McpServerSpec.stdio("all", python.python().toString(), sdk(), "stdio"));

    assertThat(report().protocol()).isEqualTo(revision);
    assertThat(call("add", "{\"a\":1,\"b\":2}").modelText()).contains("3");
  }

  private String sdk() {
    return programs.home().resolve("sdk.py").toString();
  }

  private void worksLongerThanItsLimit() throws Exception {
    assertThat(call("add", "{\"a\":1,\"b\":2}").modelText()).contains("3");
    assertThat(call("work", "{\"steps\":7}").modelText()).contains("worked");
  }

  @Test
  void aModernServerWorksAndItsChangesAreNoticed() throws Exception {
    String line =
        start(
            new ProcessBuilder(node(), programs.home().resolve("modern.mjs").toString()),
            "listening on");
    int port = Integer.parseInt(line.replaceAll("\\D", ""));
    connect(McpServerSpec.http("all", "http://127.0.0.1:" + port + "/mcp"), port);

    assertThat(report().protocol()).isEqualTo("2026-07-28");
    assertThat(call("add", "{\"a\":1,\"b\":2}").modelText()).isEqualTo("3");
    until(() -> report().tools() == 4);
  }

  @Test
  @Rows({1130, 1131})
  void aModernServerAsksTheUserOfARunAndContinuesWithTheAnswers() throws Exception {
    String line =
        start(
            new ProcessBuilder(node(), programs.home().resolve("modern.mjs").toString()),
            "listening on");
    int port = Integer.parseInt(line.replaceAll("\\D", ""));
    connect(McpServerSpec.http("all", "http://127.0.0.1:" + port + "/mcp"), port);
    var sink = new CollectingSink();
    try (var runtime =
        runtime(
            """
            {"turns": [{"tool_calls": [{"name": "mcp__all__book", "arguments": {}}]}, {"text": "done"}]}
            """)) {
      RunId run = runtime.run(RunRequest.of("a", "go"), sink).runId();
      assertThat(question(runtime, run)).isEqualTo("The MCP server all asks (1 of 2): Which seat?");
      answer(runtime, run, DecisionAction.RESUME, "{\"seat\": \"window\"}");
      runtime.resume(run, sink);
      assertThat(question(runtime, run)).contains("https://pay.example.com/1 (2 of 2)");
      answer(runtime, run, DecisionAction.CANCEL, "null");

      assertThat(runtime.resume(run, sink).response()).isEqualTo("done");
    }
    assertThat(sink.take().toString())
        .contains("booking-1: window, decline")
        .doesNotContain("requestState");
  }

  @Test
  void aModernServerSamplesTheModel() throws Exception {
    String line =
        start(
            new ProcessBuilder(node(), programs.home().resolve("modern.mjs").toString()),
            "listening on");
    int port = Integer.parseInt(line.replaceAll("\\D", ""));
    connect(
        McpServerSpec.http("all", "http://127.0.0.1:" + port + "/mcp").withSampling(McpSampling.ON),
        port);
    String id = "mcp__all__rhyme";
    RunModel model = question -> new RunModel.Answer("cat, hat", "m", false);

    assertThat(
            tool(id)
                .execute(MAPPER.createObjectNode(), ToolCallContexts.test(id).with(model))
                .result()
                .modelText())
        .isEqualTo("cat, hat by m");
  }

  private static String question(AgentRuntime runtime, RunId run) {
    return runtime.questions(run).getFirst().ticket().suspension().message();
  }

  private static void answer(AgentRuntime runtime, RunId run, DecisionAction action, String payload)
      throws IOException {
    SuspensionRecord asked = runtime.questions(run).getFirst();
    DecisionResult result =
        runtime.decide(
            run,
            new DecisionRequest(
                Caller.ANONYMOUS,
                asked.callId(),
                new DecisionRequest.About(asked.ticket().suspension().id(), null),
                null,
                action,
                MAPPER.readTree(payload),
                null));
    assertThat(result).isInstanceOf(DecisionResult.Submitted.class);
  }

  private void usesEverything() throws Exception {
    assertThat(report().protocol()).isEqualTo("2025-11-25");
    assertThat(report().tools()).isGreaterThan(8);
    assertThat(call("get-tiny-image", "{}").content())
        .hasAtLeastOneElementOfType(ImageBlock.class)
        .hasAtLeastOneElementOfType(ContentBlock.Text.class);
    ToolResult structured = call("get-structured-content", "{\"location\":\"Chicago\"}");
    assertThat(structured.data().has("temperature")).isTrue();
    assertThat(structured.content()).isEmpty();
    assertThat(call("get-sum", "{\"a\":\"x\",\"b\":2}").failed()).isTrue();
    asksPeople();
    asksTheModel();
    hasResourcesAndPrompts();
    anAgentCalls();
  }

  /** Uses the session's requests during a tool call. */
  private void asksPeople() throws Exception {
    ToolResult form = call("trigger-elicitation-request", "{}");
    assertThat(form.suspension().suspension().responseSchema().path("properties"))
        .hasSizeGreaterThan(10);
    assertThat(
            answered("trigger-elicitation-request", form, "{\"name\": \"Ann\", \"check\": true}")
                .modelContent()
                .toString())
        .contains("- Name: Ann", "- Agreed to terms: true");

    String page =
        "{\"url\": \"https://id.example.com/\", \"message\": \"Sign in.\", \"errorPath\": %s}";
    ToolResult asked = call("trigger-url-elicitation", page.formatted("false"));
    assertThat(asked.suspension().suspension().parameters().path("host").asText())
        .isEqualTo("id.example.com");
    assertThat(answered("trigger-url-elicitation", asked, "null").modelContent().toString())
        .containsIgnoringCase("accept");
    assertThat(call("trigger-url-elicitation", page.formatted("true")).suspension().suspension())
        .extracting(Suspension::action)
        .isEqualTo("tool:ElicitationUrl");
  }

  private void asksTheModel() throws Exception {
    String id = "mcp__all__trigger-sampling-request";
    var questions = new ArrayList<RunModel.Question>();
    ToolResult result =
        tool(id)
            .execute(
                MAPPER.readTree("{\"prompt\": \"Say hello.\", \"maxTokens\": 20}"),
                ToolCallContexts.test(id)
                    .with(
                        (RunModel)
                            question -> {
                              questions.add(question);
                              return new RunModel.Answer("Hello.", "m", false);
                            }))
            .result();
    assertThat(result.modelText()).contains("\"text\": \"Hello.\"", "\"model\": \"m\"");
    assertThat(questions).extracting(RunModel.Question::maxTokens).containsExactly(20);
  }

  private ToolResult answered(String tool, ToolResult question, String payload) throws Exception {
    String id = "mcp__all__" + tool;
    var decision = new Decision("d", DecisionAction.RESUME, MAPPER.readTree(payload), null, 1);
    return tool(id)
        .execute(
            MAPPER.createObjectNode(),
            ToolCallContexts.test(id).with(new GivenDecision(decision, question.suspension())))
        .result();
  }

  private void hasResourcesAndPrompts() throws Exception {
    String uri = call("list_resources", "{}").data().at("/resources/0/uri").asText();
    assertThat(call("read_resource", "{\"uri\": \"" + uri + "\"}").modelText()).contains(uri);
    String template =
        call("list_resource_templates", "{}").data().findValuesAsText("uriTemplate").getFirst();
    String one = template.replace("{resourceId}", "1");
    assertThat(call("read_resource", "{\"uri\": \"" + one + "\"}").modelText()).contains(one);
    assertThat(call("list_prompts", "{}").data().path("prompts").findValuesAsText("name"))
        .contains("simple-prompt");
    assertThat(call("get_prompt", "{\"name\": \"simple-prompt\"}").modelText())
        .startsWith("user: ");
  }

  /** Calls a tool within a run and checks its events. */
  private void anAgentCalls() throws IOException {
    var sink = new CollectingSink();
    try (var runtime =
        runtime(
            """
            {"turns": [
              {"tool_calls": [{"name": "mcp__all__trigger-long-running-operation",
                               "arguments": {"duration": 1, "steps": 2}}]},
              {"text": "done"}]}
            """)) {
      assertThat(runtime.run(RunRequest.of("a", "go"), sink).response()).isEqualTo("done");
    }
    assertThat(sink.take())
        .filteredOn(AgentEvent.ActivitySnapshot.class::isInstance)
        .extracting(Object::toString)
        .anyMatch(event -> event.contains("\"mcp.server\":\"all\""))
        .anyMatch(event -> event.contains("\"progress\":"));
  }

  private AgentRuntime runtime(String script) throws IOException {
    return AgentRuntime.builder()
        .inMemory()
        .withModel(new ModelSpec("m", "p", "x"))
        .withProvider("p", new ScriptedModel(Script.read(MAPPER.readTree(script))))
        .withAgentSpec(AgentSpec.builder("a", "m").mcpServers("all").build())
        .withToolSource(servers)
        .build();
  }

  private ToolResult call(String tool, String arguments) throws Exception {
    String id = "mcp__all__" + tool;
    return tool(id).execute(MAPPER.readTree(arguments), ToolCallContexts.test(id)).result();
  }

  private Tool tool(String id) {
    return servers.tools().stream()
        .filter(each -> each.descriptor().id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + id + " in " + servers.report()));
  }

  private ServerReport report() {
    return servers.report().getFirst();
  }

  private void connect(McpServerSpec spec, Integer... ports) {
    List<String> allowed = List.of(ports).stream().map(String::valueOf).toList();
    http =
        CheckedHttp.of(
            TargetRules.of(true, allowed, List.of("127.0.0.0/8")), threads, Duration.ofSeconds(5));
    servers =
        new McpServers(
            new McpEnvironment(
                http,
                true,
                threads,
                processes,
                Thread::sleep,
                ToolPins.inMemory(),
                OAuthClients.of(InstantSource.system(), null, null)));
    servers.configure(List.of(spec));
    servers.connect(TIMEOUT);
    assertThat(report().state()).as(report().toString()).isEqualTo("connected");
  }

  private void until(BooleanSupplier condition) throws InterruptedException {
    Conditions.await(
        "the MCP client",
        () -> {
          servers.refreshDue();
          return condition.getAsBoolean();
        });
  }

  private String start(ProcessBuilder program, String until) throws IOException {
    server = program.redirectErrorStream(true).start();
    var output =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder all = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      all.append(line).append('\n');
      if (line.contains(until)) {
        processes.execute(() -> output.lines().forEach(rest -> {}));
        return line;
      }
    }
    throw new AssertionError("the server ended: " + all);
  }

  private String everything() {
    Path installed =
        programs
            .home()
            .resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    return installed.toString();
  }

  /** Returns an absolute path, since server processes get no PATH. */
  private static String node() throws IOException {
    for (String folder : System.getenv("PATH").split(":")) {
      Path node = Path.of(folder, "node");
      if (Files.isExecutable(node)) {
        return node.toString();
      }
    }
    throw new IOException("no node in the path");
  }
}

package io.awaken.interop;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.McpEnvironment;
import io.awaken.builtin.mcp.McpServers;
import io.awaken.builtin.mcp.ToolPins;
import io.awaken.core.message.ToolResult;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.secret.SecretVault;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.GivenDecision;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.oauth.OAuthClients;
import io.awaken.testkit.ToolCallContexts;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/**
 * The client program for the conformance suite: an embedded runtime with one MCP server, whose
 * address is the last argument. An operator grants access if the server requires a token. The
 * program calls each offered tool, with the scenario's arguments or with generated ones, and
 * accepts every request of the server. Exit code 1 if it cannot connect.
 */
public final class ConformanceClient {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** Maximum number of grants; scenarios count the authorization requests. */
  private static final int MAX_GRANTS = 4;

  private static final int MAX_ATTEMPTS = 3;

  /**
   * The suite starts all scenarios concurrently; one that measures time locks this file
   * exclusively.
   */
  private static final Path TURN =
      Path.of(System.getProperty("java.io.tmpdir"), "awaken-conformance.lock");

  private final McpServers servers;
  private final ConformanceScenario scenario;
  private final ConformanceOperator operator;
  private int grants;
  private int attempts;

  private ConformanceClient(McpServers servers, ConformanceScenario scenario) {
    this.servers = servers;
    this.scenario = scenario;
    this.operator = new ConformanceOperator(servers);
  }

  public static void main(String[] arguments) throws Exception {
    String url = arguments[arguments.length - 1];
    var scenario = ConformanceScenario.fromEnvironment();
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    List<String> ports = IntStream.rangeClosed(1, 0xFFFF).mapToObj(String::valueOf).toList();
    var rules = TargetRules.of(true, ports, List.of("localhost"));
    InstantSource clock = InstantSource.system();
    OAuthClients oauth =
        OAuthClients.of(clock, SecretVault.inMemory(clock), ConformanceOperator.REDIRECT)
            .withDocument(ConformanceScenario.CLIENT_DOCUMENT);
    boolean connected;
    try (FileChannel turn = FileChannel.open(TURN, CREATE, READ, WRITE);
        FileLock held = turn.lock(0, Long.MAX_VALUE, !scenario.measuresTime());
        var http = CheckedHttp.of(rules, threads, Duration.ofSeconds(5));
        var servers =
            new McpServers(
                new McpEnvironment(
                    http, false, threads, threads, Thread::sleep, ToolPins.inMemory(), oauth))) {
      System.out.println(held.isShared() ? "beside others" : "alone");
      servers.configure(List.of(scenario.server(url)));
      connected = new ConformanceClient(servers, scenario).run();
    }
    System.exit(connected ? 0 : 1);
  }

  private boolean run() throws Exception {
    servers.connect(TIMEOUT);
    while (servers.report().getFirst().code() != null && (granted() || unreachable())) {
      servers.connect(TIMEOUT);
    }
    System.out.println(servers.report());
    if (!servers.report().getFirst().state().equals("connected")) {
      return false;
    }
    for (Tool tool : servers.tools()) {
      List<JsonNode> wanted = scenario.calls(tool.descriptor().id());
      for (JsonNode each : wanted) {
        call(tool, each);
      }
      if (wanted.isEmpty()) {
        call(tool, fitting(tool.descriptor().parameters()));
      }
    }
    return true;
  }

  /** Whether an operator was needed and granted access. */
  private boolean granted() throws Exception {
    String reason = String.valueOf(servers.report().getFirst().reason());
    return needsOperator(reason) && grants++ < MAX_GRANTS && operator.grants();
  }

  /** Whether to reconnect: a server may close a connection while it is reused. */
  private boolean unreachable() {
    return servers.report().getFirst().code().equals("unreachable") && attempts++ < MAX_ATTEMPTS;
  }

  private static boolean needsOperator(String reason) {
    return reason.contains("an operator has to grant access");
  }

  private void call(Tool tool, JsonNode arguments) throws Exception {
    String id = tool.descriptor().id();
    ToolCallContext context = ToolCallContexts.test(id);
    try {
      ToolResult result = tool.execute(arguments, context).result();
      while (result.suspension() != null) {
        JsonNode form = result.suspension().suspension().responseSchema();
        JsonNode answer = fitting(form == null ? MAPPER.createObjectNode() : form);
        var accepted = new Decision("d", DecisionAction.RESUME, answer, null, 1);
        ToolCallContext answered = context.with(new GivenDecision(accepted, result.suspension()));
        result = tool.execute(arguments, answered).result();
      }
      System.out.println(id + ": " + result);
    } catch (ToolException refused) {
      System.out.println(id + ": " + refused.getMessage());
      if (needsOperator(refused.getMessage()) && grants++ < MAX_GRANTS && operator.grants()) {
        call(tool, arguments);
      }
    }
  }

  /** Returns a value for each required field. */
  private ObjectNode fitting(JsonNode schema) {
    ObjectNode fields = MAPPER.createObjectNode();
    for (JsonNode required : schema.path("required")) {
      String name = required.asText();
      switch (schema.path("properties").path(name).path("type").asText()) {
        case "number", "integer" -> fields.put(name, 1);
        case "boolean" -> fields.put(name, true);
        // The only tool with an object parameter expects another tool's schema, as received here.
        case "object" -> fields.set(name, servers.tools().getFirst().descriptor().parameters());
        default -> fields.put(name, "x");
      }
    }
    return fields;
  }
}

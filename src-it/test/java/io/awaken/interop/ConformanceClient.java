package io.awaken.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.McpServers;
import io.awaken.builtin.mcp.Surroundings;
import io.awaken.builtin.mcp.ToolPins;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolException;
import io.awaken.testkit.ToolCallContexts;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;

/**
 * The client that the conformance suite starts: an embedded program with one server of tools, whose
 * address is the last argument. It calls each tool that is offered, with the arguments that the
 * scenario names, or else with some that fit. Exit code 1 when it cannot connect.
 */
public final class ConformanceClient {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String PREFIX = "mcp__suite__";

  private ConformanceClient() {}

  /** Runs a scenario. */
  public static void main(String[] arguments) throws Exception {
    // Addresses of this machine are allowed as such, not by a name.
    String url = arguments[arguments.length - 1].replace("//localhost:", "//127.0.0.1:");
    String port = String.valueOf(URI.create(url).getPort());
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    var rules = TargetRules.of(true, List.of(port), List.of("127.0.0.0/8"));
    try (var http = CheckedHttp.of(rules, threads, Duration.ofSeconds(5));
        var servers =
            new McpServers(
                new Surroundings(
                    http, false, threads, threads, Thread::sleep, ToolPins.inMemory()))) {
      servers.configure(List.of(McpServerSpec.http("suite", url)));
      servers.connect(PATIENCE);
      System.out.println(servers.report());
      if (!servers.report().getFirst().state().equals("connected")) {
        System.exit(1);
      }
      callAll(servers);
    }
    System.exit(0);
  }

  private static void callAll(McpServers servers) throws Exception {
    String said = System.getenv().getOrDefault("MCP_CONFORMANCE_CONTEXT", "{}");
    JsonNode wanted = MAPPER.readTree(said).path("toolCalls");
    for (Tool tool : servers.tools()) {
      String name = tool.descriptor().id().substring(PREFIX.length());
      boolean named = false;
      for (JsonNode each : wanted) {
        if (each.path("name").asText().equals(name)) {
          named = true;
          call(tool, each.path("arguments"));
        }
      }
      if (!named) {
        call(tool, fitting(tool.descriptor().parameters(), servers));
      }
    }
  }

  private static void call(Tool tool, JsonNode arguments) throws InterruptedException {
    String id = tool.descriptor().id();
    try {
      System.out.println(id + ": " + tool.execute(arguments, ToolCallContexts.test(id)).result());
    } catch (ToolException refused) {
      System.out.println(id + ": " + refused.getMessage());
    }
  }

  /** A value for each argument that must be there. */
  private static ObjectNode fitting(JsonNode schema, McpServers servers) {
    ObjectNode arguments = MAPPER.createObjectNode();
    for (JsonNode required : schema.path("required")) {
      String name = required.asText();
      switch (schema.path("properties").path(name).path("type").asText()) {
        case "number", "integer" -> arguments.put(name, 1);
        case "boolean" -> arguments.put(name, true);
        // The one tool that wants an object wants the schema of another tool, as it came here.
        case "object" -> arguments.set(name, servers.tools().getFirst().descriptor().parameters());
        default -> arguments.put(name, "x");
      }
    }
    return arguments;
  }
}

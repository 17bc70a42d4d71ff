package io.awaken.bench.core;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.awaken.builtin.mcp.McpEnvironment;
import io.awaken.builtin.mcp.McpServers;
import io.awaken.builtin.mcp.ToolPins;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ToolSources;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.oauth.OAuthClients;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.LogManager;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Connects to an MCP server of 1,000 tools with eight arguments each, lists them, publishes them,
 * and resolves an agent with all of them, again and again. The server is in the same process and
 * sends prepared bytes. It uses nothing that earlier versions lack.
 */
final class ListingRounds {

  private static final int TOOLS = 1_000;
  private static final int FIELDS = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|\\d+)");
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private ListingRounds() {}

  /**
   * Prints a line for each round: milliseconds of processor time and bytes allocated by all
   * threads.
   *
   * @param arguments the number of rounds
   */
  public static void main(String[] arguments) throws IOException {
    LogManager.getLogManager().reset();
    byte[] list = list();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/mcp", exchange -> answer(exchange, list));
    server.start();
    int port = server.getAddress().getPort();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        CheckedHttp http =
            CheckedHttp.of(
                TargetRules.of(true, List.of(String.valueOf(port)), List.of("127.0.0.0/8")),
                threads,
                PATIENCE)) {
      for (int round = 0; round < Integer.parseInt(arguments[0]); round++) {
        round(port, http, threads);
      }
    } finally {
      server.stop(0);
    }
  }

  private static void round(int port, CheckedHttp http, ExecutorService threads) {
    var agent = AgentSpec.builder("a", "m").mcpServers("s").build();
    var registry =
        LiveRegistry.of(
            new RegistrySnapshot(
                Map.of("a", agent),
                Map.of("m", new ModelSpec("m", "p", "scripted")),
                Map.of("p", new ScriptedModel(Script.builder().says("done").build())),
                Map.of(),
                PluginSet.NONE,
                ModelPorts.plain()));
    var surroundings =
        new McpEnvironment(
            http,
            false,
            threads,
            threads,
            time -> {},
            ToolPins.inMemory(),
            OAuthClients.of(InstantSource.system(), null, null));
    long bytes = THREADS.getTotalThreadAllocatedBytes();
    long begun = processorTime();
    try (var servers = new McpServers(surroundings);
        var sources = new ToolSources(registry, List.of(servers), false)) {
      sources.open();
      servers.configure(List.of(McpServerSpec.http("s", "http://127.0.0.1:" + port + "/mcp")));
      servers.connect(PATIENCE);
      int tools = AgentResolver.resolve(registry.get(), "a").tools().size();
      registry.pin("a").orElseThrow();
      long nanos = processorTime() - begun;
      if (tools != TOOLS) {
        throw new IllegalStateException("the agent has " + tools + " tools");
      }
      System.out.printf(
          Locale.ROOT, "%.3f %d%n", nanos / 1e6, THREADS.getTotalThreadAllocatedBytes() - bytes);
    }
  }

  /** Of all threads but those of compiler and collector, in nanoseconds. */
  private static long processorTime() {
    long all = 0;
    for (long id : THREADS.getAllThreadIds()) {
      all += Math.max(0, THREADS.getThreadCpuTime(id));
    }
    return all;
  }

  private static void answer(HttpExchange exchange, byte[] list) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Matcher id = ID.matcher(body);
      if (!id.find()) {
        exchange.sendResponseHeaders(202, -1);
        return;
      }
      byte[] begin =
          ("{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + ",\"result\":")
              .getBytes(StandardCharsets.UTF_8);
      byte[] result =
          body.contains("tools/list")
              ? list
              : ("{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                      + "\"capabilities\":{\"tools\":{}}}")
                  .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, begin.length + result.length + 1);
      exchange.getResponseBody().write(begin);
      exchange.getResponseBody().write(result);
      exchange.getResponseBody().write('}');
    }
  }

  private static byte[] list() {
    ObjectNode result = JsonNodeFactory.instance.objectNode().put("resultType", "complete");
    ArrayNode tools = result.putArray("tools");
    IntStream.range(0, TOOLS).forEach(i -> tool(tools.addObject(), i));
    return result.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void tool(ObjectNode tool, int number) {
    tool.put("name", "tool_" + number).put("description", "Does the work of number " + number);
    ObjectNode schema = tool.putObject("inputSchema").put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    for (int field = 0; field < FIELDS; field++) {
      ObjectNode property = properties.putObject("field_" + field);
      property.put("title", "Field " + field).put("description", "What field " + field + " is for");
      switch (field % 4) {
        case 0 -> property.put("type", "string").put("maxLength", 200);
        case 1 -> property.put("type", "integer").put("minimum", 0).put("default", field);
        case 2 -> property.put("type", "array").putObject("items").put("type", "string");
        default -> property.put("type", "string").putArray("enum").add("low").add("high");
      }
    }
    schema.putArray("required").add("field_0").add("field_1");
    schema.put("additionalProperties", false);
    tool.putObject("annotations").put("readOnlyHint", true);
  }
}

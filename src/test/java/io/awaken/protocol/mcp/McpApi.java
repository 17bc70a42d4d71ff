package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.loop.call.StandaloneCalls;
import io.awaken.core.loop.call.ToolFanOut;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.Exposure;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.subscription.SubscriptionStore;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.RunService;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FakeRestLayer;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.stream.PendingResponse;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.submit.CallStreams;
import io.awaken.http.submit.NoticeStreams;
import io.awaken.http.submit.SubmitBeans;
import io.awaken.protocol.mcp.McpServer.McpSettings;
import io.awaken.protocol.mcp.call.DirectCalls;
import io.awaken.protocol.mcp.call.OfferedTools;
import io.awaken.protocol.mcp.call.ToolAgent;
import io.awaken.protocol.mcp.resource.DocumentResources;
import io.awaken.protocol.mcp.resource.Prompts;
import io.awaken.protocol.mcp.resource.ResourceReader;
import io.awaken.protocol.mcp.resource.Resources;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.BuiltinPlugins;
import io.awaken.store.memory.MemorySubscriptionStore;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The MCP routes over a node in this JVM, whose agent {@code a} is exposed as a tool. */
final class McpApi {

  static final String CALLER = "ada";

  /** The newest runs of the tenant. */
  static final RunQuery ALL_RUNS =
      new RunQuery(new RunQuery.Filter("default", null, null, null, null, null), null, 0, 100);

  private static final ObjectMapper JSON = new ObjectMapper();

  final TestNode node;
  private final OfferedTools offered;
  private final DirectCalls direct;
  final SettableClock clock = new SettableClock();
  final ManualExecutor threads = new ManualExecutor();

  /** The threads of tools that are called without a run. */
  final ManualExecutor toolThreads = new ManualExecutor();

  final ManualScheduler timer = new ManualScheduler(clock);
  Caller caller = new Caller("default", CALLER, java.util.Set.of());
  final Streams streams;
  private final StreamThreads streamThreads = new StreamThreads(threads, timer);
  private final LiveHub hub = Hubs.alone();
  private final Signatures signatures;
  List<PromptSpec> prompts = List.of();
  List<ResourceSpec> resources = List.of();
  private final DocumentResources documents = new DocumentResources(() -> resources);
  private final LogLevels levels = new LogLevels();
  final StandingStreams standing = new StandingStreams();
  private SubscriptionStore subscriptions = new MemorySubscriptionStore(clock);
  private final CountingIds ids = new CountingIds("id");

  McpApi(Script script, Tool... tools) {
    this(script, List.of(), tools);
  }

  /** Another node that shares subscriptions with this one; its runs are its own. */
  McpApi(Script script, McpApi beside) {
    this(script);
    subscriptions = beside.subscriptions;
  }

  McpApi(Script script, List<? extends Plugin> plugins, Tool... tools) {
    FakeRestLayer.install();
    node =
        new TestNode(
            TestNode.inMemory(),
            ports -> new LoopPorts(ports.stores(), hub, ports.settings()),
            new ScriptedModel(script),
            agent -> agent.toBuilder().expose(Exposure.MCP).build(),
            plugins,
            tools);
    offered = new OfferedTools(node.registry, node.caller);
    streams = new Streams(hub, node.stores.log(), StreamSettings.DEFAULTS, streamThreads, clock);
    var fanOut =
        new ToolFanOut(
            toolThreads, toolThreads, new ToolFanOut.Limits(16), () -> clock.millis() * 1_000_000);
    var loose = new StandaloneCalls(fanOut, node.caller, WindowLimits.DEFAULT, timer, ids);
    direct = new DirectCalls(offered, loose, new CallStreams(streams, streamThreads));
    signatures = new Signatures(() -> new byte[] {1, 2, 3}, clock);
  }

  /** Offers tools without an agent, by id or pattern. */
  McpApi offering(String... patterns) {
    node.registry.publish(now -> now.with(ToolAgent.offering(List.of(patterns))));
    return this;
  }

  /** Offers tools on a server with these plugins and without a phase listener. */
  McpApi offeringBeside(List<? extends Plugin> plugins, String... patterns) {
    node.registry.publish(
        now ->
            new RegistrySnapshot(
                    now.agents(),
                    now.models(),
                    now.executors(),
                    now.tools(),
                    PluginSet.of(plugins, List.of(), BuiltinPlugins.injected()),
                    ModelPorts.plain())
                .with(ToolAgent.offering(List.of(patterns))));
    return this;
  }

  /** The door that all protocols share. */
  RunService service() {
    return beans().service();
  }

  private SubmitBeans beans() {
    return SubmitBeans.of(node, streams, Quotas.NONE, AskingApi.MEDIA);
  }

  McpServer server() {
    SubmitBeans beans = beans();
    var stores = node.stores;
    var calls =
        new AgentCalls(
            beans.streams(),
            beans.service(),
            beans.stops(),
            stores.runs(),
            stores.suspensions(),
            streamThreads);
    return new McpServer(
        node.registry,
        offered,
        direct,
        calls,
        new QuestionAnswers(beans.decisions()),
        new Tasks(stores.runs(), stores.suspensions(), beans.stops(), beans.waits()),
        new Resources(stores.threads(), stores.runs(), documents),
        new ResourceReader(stores.threads(), stores.runs(), documents),
        documents,
        new Prompts(() -> prompts),
        new NoticeStreams(streams),
        standing,
        subscriptions,
        streamThreads,
        signatures,
        levels,
        ids,
        new McpSettings(Duration.ofDays(1)));
  }

  /** A request of the caller. */
  McpRequest asked(
      Map<String, String> headers, HttpServletRequest request, PendingResponse response) {
    var sent =
        new McpRequest.Headers(
            headers.get("MCP-Protocol-Version"),
            headers.get("Mcp-Session-Id"),
            headers.get("Mcp-Method"),
            headers.get("Mcp-Name"),
            headers.getOrDefault("Accept", "application/json, text/event-stream"));
    return new McpRequest(caller, sent, request, response);
  }

  /** Posts a body without executing what follows. */
  FakeExchange open(Map<String, String> headers, String body) {
    var exchange = new FakeExchange();
    headers.forEach((name, value) -> exchange.sent.put(name, Stream.ofNullable(value).toList()));
    server()
        .post(
            new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
            asked(headers, exchange.request(), exchange.response()));
    return exchange;
  }

  /** Posts a body and returns its plain answer. */
  Response post(Map<String, String> headers, String body) {
    return (Response) open(headers, body).answered();
  }

  static ThreadId thread(String id) {
    return new ThreadId("default", id);
  }

  /** Reconnects to a stream. */
  FakeExchange reconnect(Map<String, String> headers, String lastEventId) {
    var exchange = new FakeExchange();
    server().resume(lastEventId, asked(headers, exchange.request(), exchange.response()));
    return exchange;
  }

  /** Executes what is due and returns the frames. */
  String frames(FakeExchange exchange) {
    exchange.output.begin();
    for (int i = 0; i < 3; i++) {
      node.executeAll();
      node.starter.claimDue();
      node.executeAll();
      toolThreads.runAll();
      threads.runAll();
    }
    return exchange.output.arrived();
  }

  /** The messages of a stream, without empty ones. */
  static List<JsonNode> messages(String frames) {
    return frames
        .lines()
        .filter(line -> line.startsWith("data: {"))
        .map(line -> json(line.substring("data: ".length())))
        .toList();
  }

  List<JsonNode> messages(FakeExchange exchange) {
    return messages(frames(exchange));
  }

  /** The last event id. */
  static String lastId(String frames) {
    return frames
        .lines()
        .filter(line -> line.startsWith("id: "))
        .reduce((first, last) -> last)
        .orElseThrow()
        .substring("id: ".length());
  }

  static JsonNode body(Response answer) {
    return json(new String((byte[]) answer.getEntity(), StandardCharsets.UTF_8));
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A request; single quotes are replaced by double quotes. */
  static String request(Object id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":%s}"
        .formatted(id, method, params.replace('\'', '"'));
  }

  /** Starts a session and returns its headers. */
  Map<String, String> session(String version, String capabilities) {
    Response answer =
        post(
            Map.of(),
            request(
                0,
                "initialize",
                "{'protocolVersion':'%s','capabilities':%s,'clientInfo':{'name':'t','version':'1'}}"
                    .formatted(version, capabilities)));
    return Map.of(
        "Mcp-Session-Id",
        answer.getHeaderString("Mcp-Session-Id"),
        "MCP-Protocol-Version",
        body(answer).at("/result/protocolVersion").asText());
  }

  /** Headers of a request since 2026-07-28. */
  static Map<String, String> modern(String method, String name) {
    var headers = new java.util.HashMap<String, String>();
    headers.put("MCP-Protocol-Version", "2026-07-28");
    headers.put("Mcp-Method", method);
    if (name != null) {
      headers.put("Mcp-Name", name);
    }
    return headers;
  }

  /** A request since 2026-07-28 of a client with these capabilities. */
  static String modernRequest(Object id, String method, String params, String capabilities) {
    var body = (ObjectNode) json(request(id, method, params));
    ObjectNode meta = ((ObjectNode) body.get("params")).withObject("/_meta");
    meta.put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
    meta.set("io.modelcontextprotocol/clientCapabilities", json(capabilities.replace('\'', '"')));
    return body.toString();
  }
}

package io.awaken.protocol.agui;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.context.Summaries;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.submit.Quotas;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FakeRestLayer;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.submit.DefaultAgent;
import io.awaken.http.submit.StoredMessages;
import io.awaken.http.submit.SubmitBeans;
import io.awaken.protocol.agui.event.Dialect;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/** The AG-UI routes over a node in this JVM. */
final class AguiApi {

  private static final ObjectMapper JSON = new ObjectMapper();

  final TestNode node;
  final ManualExecutor threads = new ManualExecutor();
  final ManualExecutor cancelling = new ManualExecutor();
  final Streams streams;
  Caller caller = Caller.ANONYMOUS;
  boolean cancels;
  private final LiveHub hub = Hubs.alone();

  AguiApi(Script script, Tool... tools) {
    this(script, List.of(), tools);
  }

  AguiApi(Script script, List<? extends Plugin> plugins, Tool... tools) {
    this(new ScriptedModel(script), agent -> agent, plugins, tools);
  }

  AguiApi(
      LlmExecutor model,
      UnaryOperator<AgentSpec> spec,
      List<? extends Plugin> plugins,
      Tool... tools) {
    this(Summaries.NONE, model, spec, plugins, tools);
  }

  /** With an agent whose conversations are summarised in this way. */
  AguiApi(
      Summaries summaries,
      LlmExecutor model,
      UnaryOperator<AgentSpec> spec,
      List<? extends Plugin> plugins,
      Tool... tools) {
    FakeRestLayer.install();
    var clock = new SettableClock();
    node =
        new TestNode(
            TestNode.inMemory(),
            ports ->
                TestNode.summarising(summaries)
                    .apply(new LoopPorts(ports.stores(), hub, ports.settings())),
            model,
            agent ->
                spec.apply(agent.withToolExecutionMode(ToolExecutionMode.PARALLEL_BATCH_APPROVAL)),
            plugins,
            tools);
    streams =
        new Streams(
            hub,
            node.stores.log(),
            StreamSettings.DEFAULTS,
            new StreamThreads(threads, new ManualScheduler(clock)),
            clock);
  }

  SubmitBeans beans() {
    return SubmitBeans.of(node, streams, Quotas.NONE, AskingApi.MEDIA);
  }

  private AguiRuns runs() {
    var beans = beans();
    var stores = node.stores;
    return new AguiRuns(
        beans.streams(),
        beans.service(),
        beans.decisions(),
        new DefaultAgent(node.registry, null),
        stores.threads(),
        new StoredMessages(stores.threads()),
        stores.runs(),
        stores.suspensions(),
        stores.log(),
        node.registry,
        new DisconnectPolicy(cancels, beans.stops()::cancel, cancelling));
  }

  /** A body with these messages. */
  static ObjectNode body(String thread, String run, JsonNode... messages) {
    ObjectNode body = JSON.createObjectNode();
    body.put("threadId", thread).put("runId", run).put("protocolVersion", "1.0");
    ArrayNode all = body.putArray("messages");
    List.of(messages).forEach(all::add);
    return body;
  }

  static ObjectNode user(String id, String text) {
    return JSON.createObjectNode().put("id", id).put("role", "user").put("content", text);
  }

  static ObjectNode message(String id, String role, String text) {
    return JSON.createObjectNode().put("id", id).put("role", role).put("content", text);
  }

  static ObjectNode result(String id, String call, String content) {
    return message(id, "tool", content).put("toolCallId", call);
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Posts a body, executes what follows and returns the events of its stream. */
  List<JsonNode> post(JsonNode body) {
    return events(open(body));
  }

  /** Posts a body without executing what follows. */
  FakeExchange open(JsonNode body) {
    var exchange = new FakeExchange();
    try {
      resource()
          .run(
              new ByteArrayInputStream(body.toString().getBytes(StandardCharsets.UTF_8)),
              exchange.request(),
              exchange.response());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return exchange;
  }

  /** Executes what is due and returns the events. */
  List<JsonNode> events(FakeExchange exchange) {
    return events(text(exchange));
  }

  /** Executes what is due and returns the stream. */
  String text(FakeExchange exchange) {
    if (exchange.answered() instanceof Response answer) {
      return answer.getEntity() instanceof byte[] bytes
          ? new String(bytes, StandardCharsets.UTF_8)
          : "";
    }
    exchange.output.begin();
    node.executeAll();
    node.starter.claimDue();
    node.executeAll();
    threads.runAll();
    return exchange.output.arrived();
  }

  static List<JsonNode> events(String stream) {
    return stream
        .lines()
        .filter(line -> line.startsWith("data: "))
        .map(line -> json(line.substring("data: ".length())))
        .toList();
  }

  /** Reconnects to a run. */
  FakeExchange reconnect(String thread, String run, String lastEventId) {
    return reconnect(thread, run, lastEventId, "1.0");
  }

  FakeExchange reconnect(String thread, String run, String lastEventId, String version) {
    var exchange = new FakeExchange();
    resource()
        .streamOfRun(thread, run, lastEventId, version, exchange.request(), exchange.response());
    return exchange;
  }

  /** Reconnects to a thread. */
  FakeExchange reconnect(String thread) {
    return reconnectTo(thread, "1.0");
  }

  FakeExchange reconnectTo(String thread, String version) {
    var exchange = new FakeExchange();
    resource().streamOfThread(thread, null, version, exchange.request(), exchange.response());
    return exchange;
  }

  private AguiResource resource() {
    var resource = new AguiResource();
    resource.runs = runs();
    resource.threads = threads();
    resource.security = KnownCallers.of(caller);
    return resource;
  }

  AguiThreads threads() {
    var stores = node.stores;
    return new AguiThreads(
        stores.threads(),
        stores.runs(),
        stores.suspensions(),
        stores.log(),
        beans().streams(),
        beans().service(),
        beans().stops());
  }

  /** The messages route. */
  JsonNode messages(String id) {
    return json(
        new String(threads().messages(id, Dialect.of("1.0"), caller), StandardCharsets.UTF_8));
  }

  /** The server's run behind a stream. */
  static RunId run(List<JsonNode> events) {
    return new RunId(events.getFirst().at("/metadata/awakenRunId").asText());
  }

  static List<String> types(List<JsonNode> events) {
    return events.stream().map(event -> event.get("type").asText()).toList();
  }

  /** The text of an answer. */
  static String answerText(List<JsonNode> events) {
    var text = new StringBuilder();
    events.stream()
        .filter(event -> event.get("type").asText().equals("TEXT_MESSAGE_CONTENT"))
        .forEach(event -> text.append(event.get("delta").asText()));
    return text.toString();
  }
}

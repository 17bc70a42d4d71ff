package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.Caller;
import io.awaken.core.secret.MemorySecretStore;
import io.awaken.core.secret.SecretKeys;
import io.awaken.core.secret.SecretVault;
import io.awaken.core.spec.Exposure;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.submit.Quotas;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FakeRestLayer;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.front.HostRules;
import io.awaken.http.front.PublicAddress;
import io.awaken.http.security.AnonymousAccess;
import io.awaken.http.security.client.ClientOrigins;
import io.awaken.http.security.client.TrustedProxies;
import io.awaken.http.stream.Exchange;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.submit.DefaultAgent;
import io.awaken.http.submit.PushDesk;
import io.awaken.http.submit.SubmitBeans;
import io.awaken.protocol.a2a.task.Frames;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.memory.MemoryStores;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The A2A server over a node in this JVM. */
final class A2aApi {

  private static final ObjectMapper JSON = new ObjectMapper();

  final TestNode node;
  final ManualExecutor threads = new ManualExecutor();
  final SettableClock clock = new SettableClock();
  final Streams streams;
  Caller caller = Caller.ANONYMOUS;
  List<String> authentication = List.of();

  /** Which addresses clients may register. */
  GuardedHttp http =
      CheckedHttp.of(
          TargetRules.of(false, List.of("443"), List.of()), Runnable::run, Duration.ofSeconds(1));

  PushSecrets secrets =
      new PushSecrets(
          Optional.of(new SecretVault(new MemorySecretStore(clock), SecretKeys.fresh())));

  CardSigner signer = CardSigner.NONE;
  private final LiveHub hub = Hubs.alone();
  private final CountingIds ids = new CountingIds("config-");

  A2aApi(Script script, Tool... tools) {
    this(script, List.of(), tools);
  }

  /** With tools whose calls wait for an answer. */
  static A2aApi asking(SuspendTicket ticket, Script script, Tool... tools) {
    var gate =
        new TestPlugin(
            "gate",
            parts ->
                parts.registerToolGateHook(
                    context -> Optional.of(new ToolIntercept.Suspend(ticket))));
    return new A2aApi(script, List.of(gate), tools);
  }

  A2aApi(Script script, List<? extends Plugin> plugins, Tool... tools) {
    FakeRestLayer.install();
    node =
        new TestNode(
            RuntimeStores.of(
                new MemoryStores(
                    clock, new MailboxStore.Settings(Duration.ofSeconds(30), 5, "n1"))),
            ports -> new LoopPorts(ports.stores(), hub, ports.settings()),
            new ScriptedModel(script),
            agent -> agent.toBuilder().expose(Exposure.A2A).build(),
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

  private A2aServer server() {
    var beans = SubmitBeans.of(node, streams, Quotas.NONE, AskingApi.MEDIA);
    var stores = node.stores;
    var agents = new OfferedAgents(node.registry, new DefaultAgent(node.registry, null));
    var tasks =
        new TaskOperations(
            stores.runs(),
            stores.suspensions(),
            stores.threads(),
            beans.stops(),
            beans.waits(),
            beans.streams());
    var ports =
        new PushPorts(stores.outbox(), new PushDesk(stores.outbox(), () -> {}), http, secrets);
    var pushes = new PushOperations(tasks, ports, ids);
    var messages =
        new MessageOperations(
            beans.service(),
            beans.streams(),
            beans.decisions(),
            stores.suspensions(),
            agents,
            tasks,
            pushes);
    return new A2aServer(messages, tasks, pushes, cards(), () -> "error-1");
  }

  AgentCards cards() {
    var agents = new OfferedAgents(node.registry, new DefaultAgent(node.registry, null));
    var address =
        PublicAddress.of(
            Optional.of("https://agents.example"),
            HostRules.of(Set.of()),
            new ClientOrigins(TrustedProxies.of("proxies", List.of())));
    var access = new AnonymousAccess(Optional.empty(), authentication);
    return new AgentCards(agents, address, access, signer);
  }

  static ObjectNode json(String text) {
    try {
      return (ObjectNode) JSON.readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Parameters with a message that has one text part. */
  static ObjectNode message(String id, String text) {
    ObjectNode params = JSON.createObjectNode();
    ObjectNode message = params.putObject("message").put("messageId", id).put("role", "ROLE_USER");
    message.putArray("parts").addObject().put("text", text);
    return params;
  }

  /** Parameters with a message for a task. */
  static ObjectNode answer(JsonNode task, String id, String text) {
    ObjectNode params = message(id, text);
    ((ObjectNode) params.get("message")).set("taskId", task.get("id"));
    return params;
  }

  /** Performs an operation in HTTP+JSON and everything that follows. */
  Reply rest(String operation, ObjectNode params) {
    return rest(operation, "1.0", params);
  }

  Reply rest(String operation, String version, ObjectNode params) {
    return finish(open(operation, version, params));
  }

  /** Performs an operation without what follows. */
  FakeExchange open(String operation, String version, ObjectNode params) {
    var exchange = new FakeExchange();
    server()
        .call(
            operation,
            version,
            new A2aRequest(
                params,
                Frames.REST,
                caller,
                new Exchange(exchange.request(), exchange.response())));
    return exchange;
  }

  /** Posts a JSON-RPC message. */
  Reply rpc(String body) {
    return rpc(null, body);
  }

  /** The same below the name of an agent. */
  Reply rpc(String tenant, String body) {
    var exchange = new FakeExchange();
    var http =
        new A2aRequest(
            null, Frames.rpc(null), caller, new Exchange(exchange.request(), exchange.response()));
    var in = new ByteArrayInputStream(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    server().rpc(in, "1.0", tenant, http);
    return finish(exchange);
  }

  /** Executes what is due. */
  Reply finish(FakeExchange exchange) {
    if (exchange.answered() == null) {
      if (exchange.streams()) {
        exchange.output.begin();
      }
      threads.runAll();
      node.executeAll();
      node.starter.claimDue();
      node.executeAll();
      threads.runAll();
    }
    if (exchange.answered() instanceof Response answer) {
      String text = new String((byte[]) answer.getEntity(), StandardCharsets.UTF_8);
      return new Reply(answer.getStatus(), text);
    }
    return new Reply(200, exchange.output.arrived());
  }

  /** The task of a sent message. */
  JsonNode send(ObjectNode params) {
    return rest("SendMessage", params).json().get("task");
  }

  JsonNode get(JsonNode task) {
    return rest("GetTask", JSON.createObjectNode().put("id", task.get("id").asText())).json();
  }

  /**
   * What a client got.
   *
   * @param text the body, or the frames of a stream
   */
  record Reply(int status, String text) {
    JsonNode json() {
      return A2aApi.json(text.replace("'", "’"));
    }

    String reason() {
      return json().at("/error/details/0/reason").asText();
    }

    List<JsonNode> events() {
      return text.lines()
          .filter(line -> line.startsWith("data: "))
          .map(line -> (JsonNode) A2aApi.json(line.substring(6).replace("'", "’")))
          .toList();
    }

    /** The names of the events, with the state of a status. */
    List<String> kinds() {
      return events().stream()
          .map(event -> event.has("result") ? event.get("result") : event)
          .map(
              event -> {
                String kind = event.fieldNames().next();
                String state = event.at("/" + kind + "/status/state").asText();
                return (kind + " " + state.replace("TASK_STATE_", "")).strip();
              })
          .toList();
    }
  }
}

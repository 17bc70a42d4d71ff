package io.awaken.protocol.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.awaken.builtin.a2a.A2aBackend;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.model.Pause;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.run.Caller;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.RemoteEndpoint;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.AgentRuntime;
import io.awaken.runtime.RunResult;
import io.awaken.testkit.CollectingSink;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Our client against our server. */
class A2aClientOfThisServerTest {

  @ParameterizedTest
  @ValueSource(strings = {"JSONRPC", "HTTP+JSON"})
  @Rows({196, 199, 241})
  void anAnswerArrivesAndTheConversationContinues(String binding) throws IOException {
    var api = new A2aApi(Script.builder().says("Hello.").repeating().build());
    try (var far = new Far(api, binding)) {
      RunResult first = far.run(RunRequest.of("far", "Hi"));
      RunResult second = far.run(RunRequest.of("far", "And?").in(first.threadId()));

      assertThat(List.of(first.response(), second.response())).containsExactly("Hello.", "Hello.");
      JsonNode tasks = api.rest("ListTasks", A2aApi.json("{}")).json().get("tasks");
      assertThat(tasks).hasSize(2);
      assertThat(tasks.findValuesAsText("contextId"))
          .allMatch(tasks.at("/0/contextId").asText()::equals);
    }
  }

  @ParameterizedTest
  @CsvSource({"JSONRPC, RESUME, 1", "HTTP+JSON, RESUME, 1", "HTTP+JSON, CANCEL, 0"})
  @Rows({177, 199})
  void anApprovalOfTheOtherServerIsAnApprovalHere(String binding, DecisionAction action, int calls)
      throws IOException {
    var tool = FunctionTool.answering("refund", "ok");
    var script = Script.builder().calls("refund", Map.of("value", "10")).says("Done.").build();
    var ticket = SuspendTicket.approval("tool:PermissionConfirm", "Refund?");
    try (var far = new Far(A2aApi.asking(ticket, script, tool), binding)) {
      RunResult waiting = far.run(RunRequest.of("far", "Refund"));

      assertThat(waiting.termination()).isEqualTo(new TerminationReason.Suspended());
      assertThat(far.decided(waiting, action).response()).isEqualTo("Done.");
      assertThat(tool.calls()).hasSize(calls);
    }
  }

  /** The card that the server itself writes, signed, with the address of this test. */
  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA", "Ed25519"})
  @Rows({196, 241})
  @Attacks("S25")
  void aSignedCardIsAcceptedWithItsKeyOnly(String type) throws Exception {
    var keys = KeyPairGenerator.getInstance(type);
    if (type.equals("EC")) {
      keys.initialize(256);
    }
    KeyPair pair = keys.generateKeyPair();
    var api = new A2aApi(Script.builder().says("Hello.").repeating().build());
    api.authentication = List.of("tokens");
    var signer = CardSigner.of(pair.getPrivate(), "k-1", null);

    assertThat(signed(api, signer, pair)).isEqualTo("Hello.");
    assertThat(signed(api, signer, keys.generateKeyPair())).isNull();
    assertThat(signed(api, CardSigner.NONE, pair)).isNull();
  }

  private static String signed(A2aApi api, CardSigner signer, KeyPair pinned) throws IOException {
    String pem = Base64.getEncoder().encodeToString(pinned.getPublic().getEncoded());
    try (var far = new Far(api, "JSONRPC", Map.of("card_key", TextNode.valueOf(pem)), signer)) {
      return far.run(RunRequest.of("far", "Hi")).response();
    }
  }

  /** A runtime whose agent is the one of the server. */
  private static final class Far implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final A2aApi api;
    private final String binding;
    private final CheckedHttp http;
    private final AgentRuntime runtime;
    private final CardSigner signer;

    private Far(A2aApi api, String binding) throws IOException {
      this(api, binding, null, CardSigner.NONE);
    }

    private Far(A2aApi api, String binding, Map<String, JsonNode> options, CardSigner signer)
        throws IOException {
      this.api = api;
      this.signer = signer;
      this.binding = binding;
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
      server.createContext("/", this::handle);
      server.start();
      String port = String.valueOf(server.getAddress().getPort());
      http =
          CheckedHttp.of(
              TargetRules.of(true, List.of(port), List.of("127.0.0.0/8")),
              threads,
              Duration.ofSeconds(5));
      var endpoint = new RemoteEndpoint("a2a", url(), null, null, null, options);
      Pause soon = (time, stops) -> stops.throwIfCancelled();
      runtime =
          AgentRuntime.builder()
              .inMemory()
              .withBackend(new A2aBackend(http, soon, System::nanoTime, InstantSource.system()))
              .withAgentSpec(AgentSpec.builder("far", null).endpoint(endpoint).build())
              .build();
    }

    private String url() {
      return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** One request at a time, as the server in this JVM works. */
    private void handle(HttpExchange exchange) throws IOException {
      try (exchange) {
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (path.endsWith(".json")) {
          answer(exchange, 200, "application/json", card().toString());
          return;
        }
        boolean rpc = binding.equals("JSONRPC");
        JsonNode sent = JSON.readTree(body);
        String operation = rpc ? sent.path("method").asText() : operation(path);
        A2aApi.Reply reply =
            rpc
                ? api.rpc(new String(body, StandardCharsets.UTF_8))
                : api.rest(operation, params(path, sent));
        boolean streams = operation.contains("Stream") || operation.startsWith("Subscribe");
        answer(
            exchange,
            reply.status(),
            streams && reply.status() == 200 ? "text/event-stream" : "application/json",
            reply.text());
      }
    }

    private static void answer(HttpExchange exchange, int status, String type, String text)
        throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }

    /** Its card, with the address of this test and only this binding. */
    private ObjectNode card() {
      ObjectNode card = api.cards().of(null, null);
      card.putArray("supportedInterfaces")
          .addObject()
          .put("url", url())
          .put("protocolBinding", binding)
          .put("protocolVersion", "1.0")
          .put("tenant", "a");
      signer.sign(card);
      return card;
    }

    private static String operation(String path) {
      return switch (path.substring(path.lastIndexOf(':') + 1)) {
        case "send" -> "SendMessage";
        case "stream" -> "SendStreamingMessage";
        case "cancel" -> "CancelTask";
        case "subscribe" -> "SubscribeToTask";
        default -> "GetTask";
      };
    }

    private static ObjectNode params(String path, JsonNode sent) {
      ObjectNode params = sent instanceof ObjectNode given ? given : JSON.createObjectNode();
      int task = path.indexOf("/tasks/");
      if (task >= 0) {
        params.put("id", path.substring(task + 7).replaceAll(":.*", ""));
      }
      return params.put("tenant", "a");
    }

    private RunResult run(RunRequest request) {
      return runtime.run(request, new CollectingSink());
    }

    private RunResult decided(RunResult waiting, DecisionAction action) {
      String call = runtime.questions(waiting.runId()).getFirst().callId();
      runtime.decide(waiting.runId(), DecisionRequest.of(Caller.ANONYMOUS, call, action));
      return runtime.resume(waiting.runId(), new CollectingSink());
    }

    @Override
    public void close() {
      runtime.close();
      http.close();
      threads.close();
      server.stop(0);
    }
  }
}

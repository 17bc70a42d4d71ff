package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers with sessions that ask users during a call. */
@Rows(1132)
class SessionQuestionsTest {

  private static final String BOOK = "mcp__s__book";
  private static final ObjectNode NOTHING = ScriptedServer.JSON.objectNode();

  private static final String WITH_DEFAULT =
      "{'message': 'Which seat?', 'requestedSchema': {'type': 'object',"
          + " 'properties': {'seat': {'type': 'string', 'default': '4a'}}}}";

  private static final Caller ANN = new Caller("acme", "ann", Set.of());
  private static final Caller BOB = new Caller("acme", "bob", Set.of());

  private static final Request SEAT =
      new Request(TextNode.valueOf("q"), "elicitation/create", seat());

  private final OpenSessionCalls calls = new OpenSessionCalls("s", body -> {});
  private final McpSession session = session();

  /** The answers to the server. */
  private final LinkedBlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();

  @ParameterizedTest
  @EnumSource(names = {"V2025_06_18", "V2025_11_25"})
  void anAnswerContinuesTheCallInItsSession(ProtocolVersion version) throws Exception {
    try (var server = asking(version, false);
        var mine = connected(server)) {
      ToolResult question = mine.call(BOOK, NOTHING);

      assertThat(question.suspension().suspension().message())
          .isEqualTo("The MCP server s asks: Which seat?");
      ToolResult result =
          new AnsweringUsers(mine, BOOK).accept(question, AnsweringUsers.json("{'seat': '4a'}"));

      assertThat(result.modelText())
          .isEqualTo("booked {\"action\":\"accept\",\"content\":{\"seat\":\"4a\"}}");
      assertThat(server.seen("tools/call")).hasSize(1);
      assertThat(server.seen("initialize").getFirst().body().at("/params/capabilities").toString())
          .isEqualTo("{\"elicitation\":{\"form\":{},\"url\":{}}}");
    }
  }

  @Test
  void aServerMayAskOutsideOfItsCallsStreamAndGetsDefaults() throws Exception {
    try (var server = asking(ProtocolVersion.V2025_11_25, false)) {
      server.calls.put(
          "book",
          asked -> {
            server.events.add(ScriptedServer.event(request(WITH_DEFAULT)));
            asked.result(ScriptedServer.text("booked " + answers.poll(20, TimeUnit.SECONDS)));
          });
      server.methods.put("GET", server::listening);
      try (var mine = connected(server)) {
        mine.until(() -> !server.seen("GET").isEmpty());
        ToolResult question = mine.call(BOOK, NOTHING);

        ToolResult result =
            new AnsweringUsers(mine, BOOK).accept(question, AnsweringUsers.json("{}"));

        assertThat(result.modelText())
            .isEqualTo("booked {\"action\":\"accept\",\"content\":{\"seat\":\"4a\"}}");
      }
    }
  }

  @Test
  void aRefusalReachesTheServer() throws Exception {
    try (var server = asking(ProtocolVersion.V2025_11_25, false);
        var mine = connected(server)) {
      ToolResult result = new AnsweringUsers(mine, BOOK).decline(mine.call(BOOK, NOTHING));

      assertThat(result.modelText()).isEqualTo("booked {\"action\":\"decline\"}");
    }
  }

  @Test
  void anAnswerOnAnotherNodeFindsTheCallLostWithAReason() throws Exception {
    try (var server = asking(ProtocolVersion.V2025_11_25, false);
        var mine = connected(server);
        var restarted = connected(server)) {
      ToolResult question = mine.call(BOOK, NOTHING);

      ToolResult result =
          new AnsweringUsers(restarted, BOOK)
              .accept(question, AnsweringUsers.json("{'seat': '4a'}"));

      assertThat(result.code()).isEqualTo("elicitation_lost");
      assertThat(result.message())
          .contains("this node does not have the session")
          .endsWith("the call is not repeated, and what it did is not known");
      assertThat(server.seen("tools/call")).hasSize(1);
    }
  }

  @Test
  void aRepeatableCallIsRepeatedWithoutAskingTwice() throws Exception {
    try (var server = asking(ProtocolVersion.V2025_11_25, true);
        var mine = connected(server);
        var restarted = connected(server)) {
      ToolResult question = mine.call(BOOK, NOTHING);
      answers.add(AnsweringUsers.json("{'action': 'cancel'}"));
      mine.until(() -> answers.isEmpty());

      ToolResult result =
          new AnsweringUsers(restarted, BOOK)
              .accept(question, AnsweringUsers.json("{'seat': '4a'}"));

      assertThat(result.modelText())
          .isEqualTo("booked {\"action\":\"accept\",\"content\":{\"seat\":\"4a\"}}");
      assertThat(server.seen("tools/call")).hasSize(2);
    }
  }

  @Test
  void aLateAnswerGetsTheServersResult() throws Exception {
    try (var server = asking(ProtocolVersion.V2025_11_25, false);
        var mine = connected(server)) {
      ToolResult question = mine.call(BOOK, NOTHING);
      answers.add(AnsweringUsers.json("{'action': 'cancel'}"));
      mine.until(() -> answers.isEmpty());

      ToolResult result =
          new AnsweringUsers(mine, BOOK).accept(question, AnsweringUsers.json("{'seat': '4a'}"));

      assertThat(result.modelText()).isEqualTo("booked {\"action\":\"cancel\"}");
    }
  }

  @Test
  void anAmbiguousQuestionIsDismissed() {
    SessionCall second = call(ANN);
    calls.add(call(ANN));
    calls.add(second);

    assertThat(dismissed(session)).isTrue();
    calls.remove(second, true);
    assertThat(dismissed(session)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"acme, ann, false", "acme, bob, true", "other, ann, true"})
  @Attacks("S59")
  void aQuestionThatMayBelongToTheWaitingCallOfAnotherIsDismissed(
      String tenant, String subject, boolean dismissed) {
    SessionCall waiting = call(new Caller(tenant, subject, Set.of()));
    calls.add(waiting);
    assertThat(dismissed(session)).as("the first question").isFalse();
    calls.add(call(ANN));

    assertThat(dismissed(session)).isEqualTo(dismissed);
  }

  @ParameterizedTest
  @CsvSource({"ann, false, false", "bob, false, true", "bob, true, false"})
  @Attacks("S59")
  void aQuestionThatMayBelongToTheCancelledCallOfAnotherIsDismissed(
      String subject, boolean answered, boolean dismissed) {
    SessionCall ended = call(new Caller("acme", subject, Set.of()));
    calls.add(ended);
    calls.remove(ended, answered);
    calls.add(call(ANN));
    calls.cancelExpired();

    assertThat(dismissed(session)).isEqualTo(dismissed);
  }

  @Test
  void aCancelledCallIsForgottenAfterAWhile() {
    calls.remove(call(BOB), false);
    calls.add(call(ANN));
    assertThat(dismissed(session)).isTrue();

    calls.forgetAbandoned(Duration.ZERO);

    assertThat(dismissed(session)).isFalse();
  }

  @Test
  @Attacks("S59")
  void afterTooManyCancelledCallsNoQuestionFindsItsCaller() {
    for (int i = 0; i <= OpenSessionCalls.MAX_ABANDONED; i++) {
      calls.remove(call(new Caller("acme", "user-" + i, Set.of())), false);
    }
    calls.add(call(ANN));

    assertThat(dismissed(session)).isTrue();
  }

  @Test
  @Attacks("S59")
  void aQuestionReachesOnlyCallsOfItsSession() {
    McpSession users = session();
    calls.add(new SessionCall(users, ANN, MessageHandler.NONE));
    calls.remove(new SessionCall(users, BOB, MessageHandler.NONE), false);

    assertThat(dismissed(session)).as("no call is open in it").isTrue();
    calls.add(call(BOB));
    assertThat(dismissed(session)).isFalse();
  }

  /** Asks outside of any call's stream; a question that is not dismissed waits for its answer. */
  private boolean dismissed(McpSession asking) {
    Response answer = calls.inbox(() -> asking).asked(SEAT);
    return answer != null && answer.toString().contains("\"action\":\"cancel\"");
  }

  private SessionCall call(Caller caller) {
    return new SessionCall(session, caller, MessageHandler.NONE);
  }

  private static McpSession session() {
    return new McpSession(
        null, Runnable::run, McpServerSpec.http("s", "http://127.0.0.1/").withTimeoutMs(0));
  }

  @Test
  void theNumberOfWaitingCallsIsLimited() {
    var request = new Request(TextNode.valueOf("q"), "elicitation/create", null);
    SessionCall call = call(ANN);
    for (int i = 0; i < OpenSessionCalls.MAX_HELD; i++) {
      assertThat(calls.hold("call-" + i, call, request)).isTrue();
    }

    assertThat(calls.hold("one-more", call, request)).isFalse();
    assertThat(calls.take("call-0")).isEqualTo(new OpenSessionCalls.Held(call, request));
    assertThat(calls.take("call-0")).isNull();
    assertThat(calls.hold("one-more", call, request)).isTrue();
  }

  @Test
  void aCallThatWaitedTooLongIsCancelled() {
    var request = new Request(TextNode.valueOf("q"), "elicitation/create", null);
    calls.hold(
        "old", new SessionCall(session, ANN, MessageHandler.NONE, Duration.ofNanos(-1)), request);
    calls.hold("new", call(ANN), request);

    calls.cancelExpired();

    assertThat(calls.take("old")).isNull();
    assertThat(calls.take("new")).isNotNull();
  }

  private static McpSession unconnected() {
    return new McpSession(
        null, Runnable::run, McpServerSpec.http("s", "http://127.0.0.1/").withTimeoutMs(0));
  }

  @Test
  void anAnswerAfterTheCancellationFindsTheCallLost() throws Exception {
    try (var server = asking(ProtocolVersion.V2025_11_25, false);
        var mine = connected(server)) {
      ToolResult question = mine.call(BOOK, NOTHING);
      mine.servers
          .server("s")
          .calls()
          .take(CallMemo.of(question.suspension().memo()).held())
          .call()
          .giveUp();
      mine.until(() -> !server.seen("notifications/cancelled").isEmpty());

      assertThat(new AnsweringUsers(mine, BOOK).accept(question, null).code())
          .isEqualTo("elicitation_lost");
    }
  }

  @Test
  void aServerThatIsDisconnectedWhileItWaitsLosesTheCall() throws Exception {
    try (var server = asking(ProtocolVersion.V2025_11_25, false);
        var mine = connected(server)) {
      ToolResult question = mine.call(BOOK, NOTHING);
      mine.servers.server("s").view().session().close();

      ToolResult result = new AnsweringUsers(mine, BOOK).accept(question, null);

      assertThat(result.code()).isEqualTo("elicitation_lost");
      assertThat(result.message()).contains("the call is not repeated");
    }
  }

  @Test
  void aRequiredPageIsShownAndTheCallRepeated() throws Exception {
    try (var server = asking(ProtocolVersion.V2025_11_25, false);
        var mine = connected(server)) {
      server.calls.put(
          "book",
          asked -> {
            if (server.seen("tools/call").size() > 1) {
              asked.result(ScriptedServer.text("booked"));
              return;
            }
            ObjectNode failure = ScriptedServer.JSON.objectNode().put("jsonrpc", "2.0");
            failure.set("id", asked.body().get("id"));
            failure
                .putObject("error")
                .put("code", -32042)
                .put("message", "sign in")
                .putObject("data")
                .putArray("elicitations")
                .addObject()
                .put("mode", "url")
                .put("elicitationId", "e-1")
                .put("message", "Sign in.")
                .put("url", "https://id.example.com/");
            asked.json(200, failure);
          });
      ToolResult question = mine.call(BOOK, NOTHING);
      assertThat(question.suspension().suspension().message())
          .contains("asks you to visit https://id.example.com/: Sign in.");

      assertThat(new AnsweringUsers(mine, BOOK).decline(question).code())
          .isEqualTo("elicitation_declined");
      assertThat(new AnsweringUsers(mine, BOOK).accept(question, null).modelText())
          .isEqualTo("booked");
    }
  }

  @Test
  void anInvalidQuestionIsRefusedAtOnce() throws Exception {
    try (var server = asking(ProtocolVersion.V2025_11_25, false);
        var mine = connected(server)) {
      server.calls.put(
          "book",
          asked -> asks(server, asked, "{'message': 'x', 'mode': 'url', 'url': 'file:///etc'}"));

      assertThat(mine.call(BOOK, NOTHING).modelText())
          .isEqualTo(
              "booked {\"code\":-32602,\"message\":\"url must be an address of http or https, with"
                  + " its host in ASCII (punycode)\"}");
    }
  }

  private ScriptedServer asking(ProtocolVersion version, boolean repeatable) throws IOException {
    var server = new ScriptedServer(version);
    ObjectNode tool = ScriptedServer.tool("book", "Books a seat.");
    tool.putObject("annotations").put("idempotentHint", repeatable);
    server.tools = List.of(tool);
    server.calls.put(
        "book",
        asked ->
            asks(
                server,
                asked,
                "{'message': 'Which seat?', 'requestedSchema': {'type': 'object',"
                    + " 'properties': {'seat': {'type': 'string'}}}}"));
    server.methods.put(
        "response",
        answer -> {
          JsonNode body = answer.body();
          answers.add(body.has("result") ? body.get("result") : body.get("error"));
          answer.raw(202, "text/plain", "");
        });
    return server;
  }

  /** Asks on the stream of the call and reports the answer. */
  private void asks(ScriptedServer server, ScriptedServer.Asked asked, String question)
      throws IOException, InterruptedException {
    ObjectNode request = request(question);
    try (OutputStream out = asked.stream()) {
      out.write(ScriptedServer.event(request).getBytes(StandardCharsets.UTF_8));
      out.flush();
      JsonNode answer = answers.poll(20, TimeUnit.SECONDS);
      ObjectNode response = asked.response(ScriptedServer.text("booked " + answer));
      out.write(ScriptedServer.event(response).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static ObjectNode request(String question) throws IOException {
    ObjectNode request = ScriptedServer.JSON.objectNode().put("jsonrpc", "2.0");
    request.put("id", "q-1").put("method", "elicitation/create");
    try {
      request.set("params", AnsweringUsers.json(question));
      return request;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static ObjectNode seat() {
    ObjectNode params = ScriptedServer.JSON.objectNode().put("message", "Which seat?");
    params.putObject("requestedSchema").put("type", "object").putObject("properties");
    return params;
  }

  private static ServersUnderTest connected(ScriptedServer server) {
    return ServersUnderTest.of(server).connected(McpServerSpec.http("s", server.url()));
  }
}

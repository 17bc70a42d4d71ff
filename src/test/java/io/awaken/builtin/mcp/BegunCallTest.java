package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.McpServerSpec.McpSampling;
import io.awaken.core.tool.RunModel;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Servers that have started a call and then lose its session, as after a restart, or reject its
 * token: a tool that must not be repeated is not called again.
 */
@Rows({1072, 1124})
class BegunCallTest {

  private static final Caller ANN = new Caller("acme", "ann", Set.of());
  private static final String BOOK = "mcp__s__book";
  private static final ObjectNode NOTHING = ScriptedServer.JSON.objectNode();

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404})
  void aStreamThatCannotBeReadOnEndsTheCall(int status) throws Exception {
    try (var server = booking()) {
      server.calls.put("book", BegunCallTest::breaksOff);
      server.methods.put("GET", asked -> asked.error(status, -32000, "no such session"));
      try (var mine = connected(server, McpSampling.OFF)) {
        isNotRepeated(server, () -> mine.call(BOOK, NOTHING));
      }
    }
  }

  /** Access is requested again, not the call. */
  @Test
  @Rows(1146)
  void accessThatEndsMeanwhileEndsTheCall() throws Exception {
    try (var granting = new GrantingServer();
        var server = booking();
        var mine =
            new ServersUnderTest(String.valueOf(server.port()), String.valueOf(granting.port()))) {
      granting.grantsAccessTo(server);
      server.gate = asked -> true;
      server.calls.put("book", BegunCallTest::breaksOff);
      server.methods.put(
          "GET",
          asked -> {
            granting.revokeAll();
            asked.raw(401, "text/plain", "");
          });
      var auth = McpAuth.authorizationCode(GrantingServer.CLIENT, McpAuth.Per.USER);
      mine.connected(McpServerSpec.http("s", server.url()).withAuth(auth));
      var waiting = mine.tool(BOOK).execute(NOTHING, ofAnn()).result().suspension();
      String link = waiting.suspension().parameters().path("url").asText();
      mine.servers.granted(ANN, granting.agree(link, "ann"));

      isNotRepeated(server, () -> mine.tool(BOOK).execute(NOTHING, ofAnn()));
      assertThat(mine.tool(BOOK).execute(NOTHING, ofAnn()).result().suspension()).isNotNull();
    }
  }

  private static ToolCallContext ofAnn() {
    ToolCallContext any = ServersUnderTest.context(BOOK);
    var thread = new ThreadId(ANN.tenant(), "t");
    return new ToolCallContext(
        any.callId(),
        BOOK,
        new RunIdentity(thread, new RunId("run-1"), (RunId) null, "a", ANN),
        any.agent(),
        any.idempotencyKey(),
        new CancellationToken());
  }

  private static void breaksOff(ScriptedServer.Asked asked) throws IOException {
    try (OutputStream out = asked.stream()) {
      out.write("id: 17\nretry: 20\ndata:\n\n".getBytes(StandardCharsets.UTF_8));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatDoesNotTakeTheAnswerToItsQuestionEndsTheCall(Answer answer) throws Exception {
    RunModel model = question -> new RunModel.Answer("Four.", "m", false);
    var answered = new CountDownLatch(1);
    try (var server = booking()) {
      server.calls.put(
          "book",
          asked -> {
            try (OutputStream out = asked.stream()) {
              out.write(ScriptedServer.event(question()).getBytes(StandardCharsets.UTF_8));
              out.flush();
              answered.await(20, TimeUnit.SECONDS);
            }
          });
      server.methods.put(
          "response",
          asked -> {
            answered.countDown();
            asked.error(404, -32000, "no such session");
          });
      try (var mine = connected(server, answer.sampling)) {
        isNotRepeated(
            server,
            () -> mine.tool(BOOK).execute(NOTHING, ServersUnderTest.context(BOOK).with(model)));
        assertThat(server.seen("response")).hasSize(1);
      }
    }
  }

  /** The result for a server that asks the model. */
  enum Answer {
    A_REFUSAL(McpSampling.OFF),
    THE_WORDS_OF_THE_MODEL(McpSampling.ON);

    private final McpSampling sampling;

    Answer(McpSampling sampling) {
      this.sampling = sampling;
    }
  }

  private static void isNotRepeated(ScriptedServer server, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(ToolException.class)
        .hasMessageEndingWith("what the tool did is not known");
    assertThat(server.seen("tools/call")).hasSize(1);
  }

  private static ScriptedServer booking() throws IOException {
    var server = new ScriptedServer(ProtocolVersion.V2025_11_25);
    server.tools = List.of(ScriptedServer.tool("book", "Books a seat."));
    return server;
  }

  private static ServersUnderTest connected(ScriptedServer server, McpSampling sampling) {
    return ServersUnderTest.of(server)
        .connected(
            McpServerSpec.http("s", server.url()).withTimeoutMs(10_000).withSampling(sampling));
  }

  private static ObjectNode question() {
    ObjectNode request = ScriptedServer.JSON.objectNode().put("jsonrpc", "2.0");
    request.put("id", "q-1").put("method", "sampling/createMessage");
    ObjectNode params = request.putObject("params").put("maxTokens", 20);
    ObjectNode message = params.putArray("messages").addObject().put("role", "user");
    message.putObject("content").put("type", "text").put("text", "How many?");
    return request;
  }
}

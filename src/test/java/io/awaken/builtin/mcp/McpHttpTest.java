package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.Secret;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.testkit.EmittedEvents;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class McpHttpTest {

  private static final ObjectNode NOTHING = ScriptedServer.JSON.objectNode();
  private static final String ECHO = "mcp__s__echo";

  @ParameterizedTest
  @Rows({224, 1072})
  @EnumSource
  void aServerOfEveryRevisionIsListedAndCalled(ProtocolVersion version) throws Exception {
    try (var server = echo(version);
        var mine = ServersUnderTest.of(server).connected(spec(server))) {
      assertThat(mine.ids()).containsExactly(ECHO);
      assertThat(mine.report().protocol()).isEqualTo(version.text());

      ToolResult result = mine.call(ECHO, NOTHING.deepCopy().put("text", "hello"));

      assertThat(result.modelText()).isEqualTo("hello");
      var call = server.seen("tools/call").getFirst();
      assertThat(call.header("MCP-Protocol-Version")).isEqualTo(version.text());
      assertThat(call.header("Accept")).isEqualTo("application/json, text/event-stream");
      assertThat(call.header("Mcp-Session-Id") == null).isEqualTo(version.modern());
      assertThat(call.header("Mcp-Method")).isEqualTo(version.modern() ? "tools/call" : null);
      assertThat(call.header("Mcp-Name")).isEqualTo(version.modern() ? "echo" : null);
      assertThat(call.body().at("/params/_meta").has("io.modelcontextprotocol/protocolVersion"))
          .isEqualTo(version.modern());
      assertThat(server.seen("notifications/initialized")).hasSize(version.modern() ? 0 : 1);
    }
  }

  @Test
  @Rows(1072)
  void allPagesOfAListAreRead() throws Exception {
    try (var server = new ScriptedServer(ProtocolVersion.V2026_07_28)) {
      server.page = 2;
      server.tools =
          List.of(
              ScriptedServer.tool("e", ""),
              ScriptedServer.tool("d", ""),
              ScriptedServer.tool("c", ""),
              ScriptedServer.tool("b", ""),
              ScriptedServer.tool("a", ""));
      try (var mine = ServersUnderTest.of(server).connected(spec(server))) {
        assertThat(mine.ids())
            .containsExactly("mcp__s__a", "mcp__s__b", "mcp__s__c", "mcp__s__d", "mcp__s__e");
        assertThat(server.seen("tools/list")).hasSize(3);
      }
    }
  }

  @Test
  @Rows(1072)
  void anExpiredSessionIsReplacedWithinTheCall() throws Exception {
    try (var server = echo(ProtocolVersion.V2025_11_25);
        var mine = ServersUnderTest.of(server).connected(spec(server))) {
      server.sessions.clear();

      assertThat(mine.call(ECHO, NOTHING.deepCopy().put("text", "again")).modelText())
          .isEqualTo("again");
      assertThat(server.seen("initialize")).hasSize(2);
    }
  }

  @Test
  @Rows(1072)
  void onlyThePinnedRevisionIsSpoken() throws Exception {
    try (var server = echo(ProtocolVersion.V2025_11_25);
        var pinned =
            ServersUnderTest.of(server).connected(spec(server).withRevision("2025-11-25"));
        var modern =
            ServersUnderTest.of(server).connected(spec(server).withRevision("2026-07-28"));
        var old = ServersUnderTest.of(server).connected(spec(server).withRevision("2025-06-18"))) {
      assertThat(pinned.report().protocol()).isEqualTo("2025-11-25");
      assertThat(server.seen("server/discover")).hasSize(1);
      assertThat(modern.report().code()).isEqualTo("version");
      assertThat(old.report().reason())
          .isEqualTo("it does not speak the revision 2025-06-18, which its document demands");
    }
  }

  @Test
  void theRevisionsOfDocumentsAreTheSupportedOnes() {
    assertThat(McpServerSpec.REVISIONS)
        .containsExactlyElementsOf(
            Stream.of(ProtocolVersion.values()).map(ProtocolVersion::text).toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 400})
  @Rows(1072)
  void aServerThatRefusesANewerRevisionIsOfferedOlderOnes(int status) throws Exception {
    try (var server = echo(ProtocolVersion.V2025_03_26)) {
      server.newer =
          asked -> {
            if (status == 200) {
              asked.error(200, -32602, "Unsupported protocol version");
            } else {
              asked.raw(status, "text/plain", "unsupported");
            }
          };
      try (var mine = ServersUnderTest.of(server).connected(spec(server))) {
        assertThat(mine.report().protocol()).isEqualTo("2025-03-26");
        assertThat(server.seen("initialize")).hasSize(3);
      }
    }
  }

  @Test
  @Rows(1075)
  void progressOfAStreamedCallReachesReadersBeforeItsResult() throws Exception {
    try (var server = echo(ProtocolVersion.V2025_06_18);
        var mine = ServersUnderTest.of(server).connected(spec(server))) {
      server.calls.put(
          "echo",
          asked -> {
            ObjectNode progress =
                ScriptedServer.JSON
                    .objectNode()
                    .put("jsonrpc", "2.0")
                    .put("method", "notifications/progress");
            ObjectNode params = progress.putObject("params").put("progress", 1).put("total", 4);
            params.put("message", "reading");
            params.set("progressToken", asked.params().at("/_meta/progressToken"));
            try (OutputStream out = asked.stream()) {
              String events =
                  ": hello\n\nid: 1\ndata:\n\n"
                      + ScriptedServer.event(progress)
                      + ScriptedServer.event(asked.response(ScriptedServer.text("done")));
              out.write(events.getBytes(StandardCharsets.UTF_8));
            }
          });
      var emitted = new EmittedEvents();

      ToolResult result =
          mine.tool(ECHO)
              .execute(NOTHING, ServersUnderTest.context(ECHO).with(emitted.ofTools()))
              .result();

      assertThat(result.modelText()).isEqualTo("done");
      assertThat(emitted.take())
          .hasOnlyElementsOfType(AgentEvent.ActivitySnapshot.class)
          .extracting(AgentEvent::toString)
          .anySatisfy(
              content ->
                  assertThat(content)
                      .contains("\"mcp.server\":\"s\"")
                      .contains("\"mcp.tool\":\"echo\""))
          .anySatisfy(
              content ->
                  assertThat(content)
                      .contains("\"progress\":0.25")
                      .contains("\"message\":\"reading\""));
    }
  }

  @Test
  @Rows(1072)
  void aBrokenStreamIsResumedAfterItsLastEvent() throws Exception {
    try (var server = echo(ProtocolVersion.V2025_11_25);
        var mine = ServersUnderTest.of(server).connected(spec(server))) {
      var answer = new AtomicReference<String>();
      server.calls.put(
          "echo",
          asked -> {
            answer.set(ScriptedServer.event(asked.response(ScriptedServer.text("rest"))));
            try (OutputStream out = asked.stream()) {
              out.write("id: 17\nretry: 20\ndata:\n\n".getBytes(StandardCharsets.UTF_8));
            }
          });
      server.methods.put(
          "GET",
          asked -> {
            try (OutputStream out = asked.stream()) {
              out.write(answer.get().getBytes(StandardCharsets.UTF_8));
            }
          });

      assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("rest");
      assertThat(server.seen("GET").getLast().header("Last-Event-ID")).isEqualTo("17");
    }
  }

  @ParameterizedTest
  @Rows(1075)
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void aCancelledCallIsCancelledAtTheServer(ProtocolVersion version) throws Exception {
    try (var server = echo(version);
        var mine = ServersUnderTest.of(server).connected(spec(server))) {
      var entered = new CountDownLatch(1);
      var gone = new CountDownLatch(1);
      server.calls.put(
          "echo",
          asked -> {
            try (OutputStream out = asked.stream()) {
              out.flush();
              entered.countDown();
              while (true) {
                Thread.sleep(20);
                out.write(": still there\n\n".getBytes(StandardCharsets.UTF_8));
                out.flush();
              }
            } catch (IOException e) {
              gone.countDown();
            }
          });
      Tool tool = mine.tool(ECHO);
      Thread run =
          Thread.startVirtualThread(
              () -> {
                try {
                  tool.execute(NOTHING, ServersUnderTest.context(ECHO));
                } catch (InterruptedException | ToolException e) {
                  // The run was asked to stop.
                }
              });
      entered.await();

      run.interrupt();

      assertThat(run.join(Duration.ofSeconds(10))).isTrue();
      if (version.modern()) {
        assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
      } else {
        mine.until(() -> !server.seen("notifications/cancelled").isEmpty());
        assertThat(server.seen("notifications/cancelled").getFirst().body().at("/params/requestId"))
            .isEqualTo(server.seen("tools/call").getFirst().body().get("id"));
      }
    }
  }

  @Test
  @Rows(1073)
  void aChangedListReplacesOnlyTheChangedTools() throws Exception {
    try (var server = echo(ProtocolVersion.V2025_11_25)) {
      server.tellsChanges = true;
      try (var mine = ServersUnderTest.of(server).connected(spec(server))) {
        Tool before = mine.tool(ECHO);
        mine.until(() -> !server.seen("GET").isEmpty());
        int changes = mine.changes.get();

        server.tools =
            List.of(ScriptedServer.tool("echo", "says it"), ScriptedServer.tool("more", ""));
        server.events.add(
            "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n");
        mine.until(() -> mine.ids().size() == 2);

        assertThat(mine.tool(ECHO)).isSameAs(before);
        assertThat(mine.changes.get()).isEqualTo(changes + 1);
      }
    }
  }

  @ParameterizedTest
  @Rows(1073)
  @EnumSource
  void callingARemovedToolFailsWithoutReachingTheServer(ProtocolVersion version) throws Exception {
    try (var server = echo(version);
        var mine = ServersUnderTest.of(server).connected(spec(server))) {
      Tool pinned = mine.tool(ECHO);
      server.tools = List.of(ScriptedServer.tool("other", ""));
      mine.servers.connect(Duration.ofSeconds(20));
      assertThat(mine.ids()).containsExactly("mcp__s__other");

      assertThatThrownBy(() -> pinned.execute(NOTHING, ServersUnderTest.context(ECHO)))
          .isInstanceOfSatisfying(
              ToolException.class,
              gone -> assertThat(gone.kind()).isEqualTo(ToolException.Kind.NOT_FOUND))
          .hasMessage("not executed: the tool echo of server s is no longer offered");
      assertThat(server.seen("tools/call")).isEmpty();
    }
  }

  @Test
  @Rows({1072, 1073})
  void aModernServerReportsChangesOnASubscription() throws Exception {
    try (var server = echo(ProtocolVersion.V2026_07_28)) {
      server.tellsChanges = true;
      server.methods.put(
          "subscriptions/listen",
          asked -> {
            try (OutputStream out = asked.stream()) {
              out.flush();
              out.write(server.events.take().getBytes(StandardCharsets.UTF_8));
              out.flush();
              server.events.take();
            }
          });
      try (var mine = ServersUnderTest.of(server).connected(spec(server))) {
        server.tools = List.of();
        server.events.add(
            "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n");

        mine.until(() -> mine.ids().isEmpty());

        assertThat(
                server
                    .seen("subscriptions/listen")
                    .getFirst()
                    .body()
                    .at("/params/notifications/toolsListChanged")
                    .asBoolean())
            .isTrue();
      }
    }
  }

  @Test
  @Rows(1073)
  void aServerThatIsDownLosesItsToolsWithAReasonAndGetsThemBack() throws Exception {
    try (var server = echo(ProtocolVersion.V2026_07_28);
        var mine = ServersUnderTest.of(server).connected(spec(server))) {
      Tool held = mine.tool(ECHO);
      server.methods.put("tools/list", asked -> asked.raw(503, "text/plain", "down"));
      mine.servers.server("s").requestRefresh();
      mine.until(() -> mine.ids().isEmpty());

      assertThat(mine.report().state()).isEqualTo("unavailable");
      assertThat(mine.report().code()).isEqualTo("status");
      assertThat(mine.report().reason()).isEqualTo("it answered with status 503");
      assertThatThrownBy(() -> held.execute(NOTHING, ServersUnderTest.context(ECHO)))
          .isInstanceOf(ToolException.class)
          .hasMessage(
              "not executed: the MCP server s cannot be used"
                  + " (status: it answered with status 503)");

      server.methods.clear();
      mine.until(() -> mine.ids().size() == 1);
      assertThat(mine.report().state()).isEqualTo("connected");
    }
  }

  @ParameterizedTest
  @Rows(1072)
  @Attacks("S22")
  @ValueSource(strings = {"http://127.0.0.1:1/mcp", "https://169.254.169.254/mcp"})
  void anAddressThatTheGuardRefusesIsNamed(String url) {
    try (var mine = new ServersUnderTest("443").connected(McpServerSpec.http("s", url))) {
      assertThat(mine.report().code()).isEqualTo("address_refused");
    }
  }

  @Test
  @Rows(1072)
  @Attacks("S16")
  void onlyTheDocumentsCredentialsAreSent() throws Exception {
    try (var server = echo(ProtocolVersion.V2026_07_28);
        var mine =
            ServersUnderTest.of(server)
                .connected(
                    spec(server)
                        .withHeaders(Map.of("Authorization", Secret.of("Bearer of-the-server"))))) {
      mine.call(ECHO, NOTHING.deepCopy().put("text", "x"));

      assertThat(server.seen)
          .allSatisfy(
              request -> {
                assertThat(request.header("Authorization")).isEqualTo("Bearer of-the-server");
                assertThat(request.header("Cookie")).isNull();
              });
    }
  }

  @Test
  @Rows(1072)
  void aServerThatRejectsTheCredentialsIsNotTreatedAsAnOldOne() throws Exception {
    try (var server = echo(ProtocolVersion.V2026_07_28)) {
      server.methods.put("server/discover", asked -> asked.raw(401, "text/plain", ""));
      try (var mine = ServersUnderTest.of(server).connected(spec(server))) {
        assertThat(mine.report().code()).isEqualTo("unauthorized");
        assertThat(server.seen("initialize")).isEmpty();
      }
    }
  }

  private static McpServerSpec spec(ScriptedServer server) {
    return McpServerSpec.http("s", server.url()).withTimeoutMs(10_000);
  }

  private static ScriptedServer echo(ProtocolVersion version) throws Exception {
    var server = new ScriptedServer(version);
    server.tools = List.of(ScriptedServer.tool("echo", "says it"));
    server.calls.put(
        "echo",
        asked -> asked.result(ScriptedServer.text(asked.params().at("/arguments/text").asText())));
    return server;
  }
}

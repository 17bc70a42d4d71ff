package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.McpServers.ServerReport;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A misbehaving server is reported and loses only its own tools. */
@MostlyWaiting
class BadServerTest {

  private static final ScriptedServer.Handler NO_LIST =
      asked -> asked.result(ScriptedServer.JSON.objectNode());

  static Stream<Arguments> breaches() {
    return Stream.of(
        breach("garbage", asked -> asked.raw(200, "application/json", "{\"jsonrpc\": ")),
        breach("garbage", asked -> asked.raw(200, "text/html", "<html>")),
        breach("garbage", asked -> asked.raw(200, "application/json", "[[[1]]]")),
        breach("garbage", asked -> asked.raw(200, "application/json", "[".repeat(300))),
        breach("garbage", asked -> asked.json(200, asked.body())),
        breach("garbage", NO_LIST),
        breach("status", asked -> asked.raw(302, "text/plain", "elsewhere")),
        breach("refused", asked -> asked.error(200, -32603, "broken")),
        breach("unreachable", asked -> asked.stream().close()),
        breach("timeout", asked -> Thread.sleep(10_000)),
        breach("timeout", BadServerTest::dribble),
        breach("flood", asked -> asked.raw(200, "application/json", "x".repeat(9 << 20))),
        breach("flood", BadServerTest::chatter));
  }

  private static Arguments breach(String code, ScriptedServer.Handler handler) {
    return Arguments.of(code, handler);
  }

  /** Sends a byte now and then: the limit applies to the whole answer, not to silence. */
  private static void dribble(ScriptedServer.Asked asked) throws IOException, InterruptedException {
    try (OutputStream out = asked.stream()) {
      for (int i = 0; i < 500; i++) {
        out.write(':');
        out.flush();
        Thread.sleep(20);
      }
    }
  }

  private static void chatter(ScriptedServer.Asked asked) throws IOException {
    byte[] event =
        "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n"
            .repeat(1_000)
            .getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = asked.stream()) {
      for (int i = 0; i < 11; i++) {
        out.write(event);
      }
    }
  }

  @ParameterizedTest(name = "[{index}] {0}")
  @Rows(1072)
  @MethodSource("breaches")
  void aServerThatBreaksTheProtocolOrALimitIsDisconnectedWithAReason(
      String code, ScriptedServer.Handler handler) throws Exception {
    try (var server = new ScriptedServer(ProtocolVersion.V2026_07_28)) {
      server.methods.put("tools/list", handler);
      int limit = code.equals("timeout") ? 1_000 : 30_000;
      var spec = McpServerSpec.http("s", server.url()).withTimeoutMs(limit);
      try (var mine = ServersUnderTest.of(server).connected(spec)) {
        assertThat(mine.report().state()).isEqualTo("unavailable");
        assertThat(mine.report().code()).isEqualTo(code);
        assertThat(mine.ids()).isEmpty();
      }
    }
  }

  @Test
  @Rows(1072)
  void aListWithTooManyToolsOrPagesIsRefused() throws Exception {
    try (var server = new ScriptedServer(ProtocolVersion.V2026_07_28)) {
      List<ObjectNode> many = new ArrayList<>();
      for (int i = 0; i <= ToolListing.MAX_TOOLS; i++) {
        many.add(ScriptedServer.tool("t" + i, ""));
      }
      server.tools = many;
      var spec = McpServerSpec.http("s", server.url()).withTimeoutMs(10_000);
      try (var mine = ServersUnderTest.of(server).connected(spec)) {
        assertThat(mine.report().reason()).isEqualTo("it lists more than 1000 tools");
      }
      var pages = new AtomicInteger();
      server.methods.put(
          "tools/list",
          asked -> {
            ObjectNode page = ScriptedServer.JSON.objectNode();
            page.put("nextCursor", "page-" + pages.incrementAndGet());
            page.putArray("tools");
            asked.result(page);
          });
      try (var mine = ServersUnderTest.of(server).connected(spec)) {
        assertThat(mine.report().code()).isEqualTo("flood");
        assertThat(mine.report().reason()).isEqualTo("its list of tools has more than 100 pages");
        assertThat(pages).hasValue(ToolListing.MAX_PAGES);
      }
    }
  }

  @ParameterizedTest(name = "[{index}] {0} {1}")
  @Rows(1072)
  @CsvSource({
    "again, 2026-07-28, 2",
    "again, 2025-11-25, 2",
    "'', 2026-07-28, 2",
    "'', 2025-11-25, 1",
  })
  void aCursorThatLeadsNowhereEndsTheListWithTheToolsReadSoFar(
      String cursor, String revision, int pages) throws Exception {
    try (var server = new ScriptedServer(ProtocolVersion.of(revision).orElseThrow())) {
      server.methods.put(
          "tools/list",
          asked -> {
            ObjectNode page = ScriptedServer.JSON.objectNode().put("nextCursor", cursor);
            page.putArray("tools").add(ScriptedServer.tool("good", ""));
            asked.result(page);
          });
      var spec = McpServerSpec.http("s", server.url()).withTimeoutMs(10_000);
      try (var mine = ServersUnderTest.of(server).connected(spec)) {
        assertThat(mine.report().state()).isEqualTo("connected");
        assertThat(mine.ids()).containsExactly("mcp__s__good");
        assertThat(server.seen("tools/list")).hasSize(pages);
      }
    }
  }

  /** The breaches of a list, during a call: the call fails and names them. */
  @ParameterizedTest(name = "[{index}] {0} {2}")
  @Rows(1072)
  @MethodSource("breachesOfCalls")
  void aCallAnsweredWithABreachFailsWithAReason(
      String code, ScriptedServer.Handler handler, ProtocolVersion version) throws Exception {
    try (var server = new ScriptedServer(version)) {
      server.tools = List.of(ScriptedServer.tool("do", ""));
      server.calls.put("do", handler);
      int limit = code.equals("timeout") ? 1_000 : 30_000;
      var spec = McpServerSpec.http("s", server.url()).withTimeoutMs(limit);
      try (var mine = ServersUnderTest.of(server).connected(spec)) {
        assertThatThrownBy(() -> mine.call("mcp__s__do", ScriptedServer.JSON.objectNode()))
            .isInstanceOf(ToolException.class)
            .hasMessageContaining("returned no result (" + code + ": ");
      }
    }
  }

  static Stream<Arguments> breachesOfCalls() {
    return breaches()
        .filter(
            breach ->
                Set.of("garbage", "timeout", "flood", "unreachable").contains(breach.get()[0]))
        // A result without a list is a valid result.
        .filter(breach -> breach.get()[1] != NO_LIST)
        .flatMap(
            breach ->
                Stream.of(ProtocolVersion.V2025_11_25, ProtocolVersion.V2026_07_28)
                    .map(version -> Arguments.of(breach.get()[0], breach.get()[1], version)));
  }

  @Test
  @Rows(1072)
  void nullIsAnAbsentField() throws Exception {
    try (var server = new ScriptedServer(ProtocolVersion.V2025_11_25)) {
      ObjectNode tool = ScriptedServer.tool("good", "");
      for (String field : List.of("title", "description", "annotations", "outputSchema", "_meta")) {
        tool.putNull(field);
      }
      server.methods.put(
          "tools/list",
          asked -> {
            ObjectNode page = ScriptedServer.JSON.objectNode().putNull("nextCursor");
            page.putArray("tools").add(tool);
            asked.json(200, asked.response(page).deepCopy());
          });
      server.calls.put(
          "good",
          asked -> {
            ObjectNode answer = asked.response(ScriptedServer.text("done"));
            answer.putNull("error");
            asked.json(200, answer);
          });
      var spec = McpServerSpec.http("s", server.url()).withTimeoutMs(10_000);
      try (var mine = ServersUnderTest.of(server).connected(spec)) {
        assertThat(mine.call("mcp__s__good", ScriptedServer.JSON.objectNode()).modelText())
            .isEqualTo("done");
      }
    }
  }

  @Test
  @Rows(1072)
  void anOddSchemaDoesNotCostItsToolAndIsReported() throws Exception {
    try (var server = new ScriptedServer(ProtocolVersion.V2026_07_28)) {
      ObjectNode odd = ScriptedServer.tool("odd", "");
      odd.withObjectProperty("inputSchema")
          .withObjectProperty("properties")
          .withObjectProperty("text")
          .put("pattern", "(?P<x>y");
      server.tools = List.of(odd);
      server.calls.put("odd", asked -> asked.result(ScriptedServer.text("done")));
      var spec = McpServerSpec.http("s", server.url()).withTimeoutMs(10_000);
      try (var mine = ServersUnderTest.of(server).connected(spec)) {
        assertThat(mine.call("mcp__s__odd", ScriptedServer.JSON.objectNode()).modelText())
            .isEqualTo("done");
        assertThat(mine.report().schemaChanges())
            .containsOnly(
                Map.entry("odd", List.of("/properties/text/pattern is not valid and is ignored")));
      }
    }
  }

  @Test
  @Rows(1072)
  void aToolWithoutASchemaTakesAnyArguments() throws Exception {
    try (var server = new ScriptedServer(ProtocolVersion.V2026_07_28)) {
      ObjectNode none = ScriptedServer.JSON.objectNode().put("name", "none");
      ObjectNode empty = ScriptedServer.JSON.objectNode().put("name", "empty");
      empty.putNull("inputSchema");
      server.tools = List.of(none, empty);
      server.calls.put("none", asked -> asked.result(ScriptedServer.text("done")));
      var spec = McpServerSpec.http("s", server.url()).withTimeoutMs(10_000);
      try (var mine = ServersUnderTest.of(server).connected(spec)) {
        assertThat(mine.ids()).containsExactlyInAnyOrder("mcp__s__none", "mcp__s__empty");
        assertThat(
                mine.call("mcp__s__none", ScriptedServer.JSON.objectNode().put("a", 1)).modelText())
            .isEqualTo("done");
      }
    }
  }

  @Test
  @Rows(1072)
  void onlyAToolBeyondTheLimitsIsOmittedWithItsReason() throws Exception {
    try (var server = new ScriptedServer(ProtocolVersion.V2026_07_28)) {
      ObjectNode large = ScriptedServer.tool("large", "");
      large.withObjectProperty("inputSchema").put("title", "x".repeat(70_000));
      ObjectNode list = ScriptedServer.JSON.objectNode().put("name", "list");
      list.putArray("inputSchema");
      server.tools = List.of(ScriptedServer.tool("good", ""), large, list);
      var spec = McpServerSpec.http("s", server.url()).withTimeoutMs(10_000);
      try (var mine = ServersUnderTest.of(server).connected(spec)) {
        assertThat(mine.ids()).containsExactly("mcp__s__good");
        assertThat(mine.report().withheld())
            .extracting(ServerReport.Withheld::name)
            .containsExactly("large", "list");
        assertThat(mine.report().withheld().getFirst().reason())
            .startsWith("inputSchema has 70")
            .endsWith("characters, the limit is 65536");
      }
    }
  }
}

package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a server reports about a running call: progress gives it time, a cancellation ends it. */
@Rows(1075)
@MostlyWaiting
class RunningCallTest {

  private static final String DO = "mcp__s__do";
  private static final ObjectNode NOTHING = ScriptedServer.JSON.objectNode();

  /** Shorter than the call, longer than the time between two reports of progress. */
  private static final int LIMIT = 1_000;

  private static final int BETWEEN = 400;
  private static final int REPORTS = 5;

  /** Where a server over HTTP sends its notifications. */
  private enum Stream {
    OF_THE_CALL,
    STANDING
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_03_26", "V2025_11_25", "V2026_07_28"})
  void progressGivesACallMoreTime(ProtocolVersion version) throws Exception {
    try (var server = working(version, REPORTS, Stream.OF_THE_CALL);
        var mine = connected(server, LIMIT, null)) {
      assertThat(mine.call(DO, NOTHING).modelText()).isEqualTo("done");
    }
  }

  @Test
  void progressOnTheStandingStreamGivesACallMoreTime() throws Exception {
    try (var server = working(ProtocolVersion.V2025_11_25, REPORTS, Stream.STANDING);
        var mine = connected(server, LIMIT, null)) {
      mine.until(() -> !server.seen("GET").isEmpty());

      assertThat(mine.call(DO, NOTHING).modelText()).isEqualTo("done");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void aCallThatReportsProgressForeverEndsAtTheMaximum(ProtocolVersion version) throws Exception {
    try (var server = working(version, Integer.MAX_VALUE, Stream.OF_THE_CALL);
        var mine = connected(server, LIMIT, LIMIT + BETWEEN)) {
      assertThatThrownBy(() -> mine.call(DO, NOTHING))
          .isInstanceOf(ToolException.class)
          .hasMessageContaining("(timeout: it did not answer within 1400 ms)");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void aCallThatStopsReportingProgressEndsAtItsLimit(ProtocolVersion version) throws Exception {
    var never = new CountDownLatch(1);
    try (var server = serving(version);
        var mine = connected(server, LIMIT, null)) {
      server.calls.put(
          "do",
          asked -> {
            try (OutputStream out = asked.stream()) {
              out.flush();
              Thread.sleep(BETWEEN);
              write(out, ScriptedServer.event(progress(asked)));
              never.await();
            }
          });

      assertThatThrownBy(() -> mine.call(DO, NOTHING))
          .hasMessageContaining("(timeout: it reported no progress within 1000 ms)");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void aCallThatTheServerCancelsEndsAtOnceWithItsReason(ProtocolVersion version) throws Exception {
    var never = new CountDownLatch(1);
    try (var server = serving(version);
        var mine = connected(server, 60_000, null)) {
      server.calls.put(
          "do",
          asked -> {
            try (OutputStream out = asked.stream()) {
              // With an id the client could read on elsewhere, which it must not do.
              write(out, "id: 1\n" + ScriptedServer.event(cancelled(asked.body().get("id"))));
              never.await();
            }
          });

      assertThatThrownBy(() -> mine.call(DO, NOTHING))
          .isInstanceOf(ToolException.class)
          .hasMessage(
              "the MCP server s returned no result (cancelled: it cancelled the request: shutting"
                  + " down); what the tool did is not known");
      assertThat(server.seen("GET"))
          .allSatisfy(get -> assertThat(get.header("Last-Event-ID")).isNull());
      assertThat(server.seen("notifications/cancelled")).isEmpty();
      assertThat(mine.report().state()).isEqualTo("connected");
    }
  }

  @Test
  void aCallCancelledOnTheStandingStreamEndsAtOnce() throws Exception {
    var never = new CountDownLatch(1);
    try (var server = serving(ProtocolVersion.V2025_11_25);
        var mine = connected(server, 60_000, null)) {
      mine.until(() -> !server.seen("GET").isEmpty());
      server.calls.put(
          "do",
          asked -> {
            server.events.add(ScriptedServer.event(cancelled(asked.body().get("id"))));
            never.await();
          });

      assertThatThrownBy(() -> mine.call(DO, NOTHING))
          .hasMessageContaining("(cancelled: it cancelled the request: shutting down)");
    }
  }

  /** Both sides number their requests, so the ids may be equal. */
  @Test
  void aServerThatCancelsItsOwnQuestionDoesNotEndTheCallWithTheSameId() throws Exception {
    var asking = new CountDownLatch(1);
    try (var server = serving(ProtocolVersion.V2025_11_25);
        var mine = connected(server, 20_000, null)) {
      server.calls.put(
          "do",
          asked -> {
            try (OutputStream out = asked.stream()) {
              write(out, ScriptedServer.event(question(asked.body().get("id"))));
              asking.await();
              write(out, ScriptedServer.event(cancelled(asked.body().get("id"))));
              write(out, ScriptedServer.event(asked.response(ScriptedServer.text("done"))));
            }
          });
      ToolResult question = mine.call(DO, NOTHING);
      asking.countDown();

      assertThat(new AnsweringUsers(mine, DO).accept(question, null).modelText()).isEqualTo("done");
    }
  }

  private static ServersUnderTest connected(ScriptedServer server, int limit, Integer most) {
    return ServersUnderTest.of(server)
        .connected(McpServerSpec.http("s", server.url()).withTimeouts(limit, most));
  }

  private static ScriptedServer serving(ProtocolVersion version) throws IOException {
    var server = new ScriptedServer(version);
    server.tools = List.of(ScriptedServer.tool("do", ""));
    if (!version.modern()) {
      server.methods.put("GET", server::listening);
    }
    return server;
  }

  /** A server whose tool reports progress some times before its result. */
  private static ScriptedServer working(ProtocolVersion version, int reports, Stream stream)
      throws IOException {
    ScriptedServer server = serving(version);
    server.calls.put(
        "do",
        asked -> {
          try (OutputStream out = asked.stream()) {
            out.flush();
            for (int i = 0; i < reports; i++) {
              Thread.sleep(BETWEEN);
              String event = ScriptedServer.event(progress(asked));
              if (stream == Stream.STANDING) {
                server.events.add(event);
              } else {
                write(out, event);
              }
            }
            write(out, ScriptedServer.event(asked.response(ScriptedServer.text("done"))));
          }
        });
    return server;
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static ObjectNode progress(ScriptedServer.Asked asked) {
    ObjectNode params = ScriptedServer.JSON.objectNode().put("progress", 1);
    params.set("progressToken", asked.params().at("/_meta/progressToken"));
    return message("notifications/progress", params);
  }

  private static ObjectNode cancelled(JsonNode id) {
    ObjectNode params = ScriptedServer.JSON.objectNode().put("reason", "shutting down");
    params.set("requestId", id);
    return message("notifications/cancelled", params);
  }

  private static ObjectNode question(JsonNode id) {
    ObjectNode params = ScriptedServer.JSON.objectNode().put("message", "Go on?");
    params.putObject("requestedSchema").put("type", "object").putObject("properties");
    ObjectNode question = message("elicitation/create", params);
    question.set("id", id);
    return question;
  }

  private static ObjectNode message(String method, ObjectNode params) {
    ObjectNode message =
        ScriptedServer.JSON.objectNode().put("jsonrpc", "2.0").put("method", method);
    message.set("params", params);
    return message;
  }
}

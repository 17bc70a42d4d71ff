package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers of the revision without sessions that require input before a result. */
@Rows(1131)
class InputRequiredTest {

  private static final String BOOK = "mcp__s__book";
  private static final ObjectNode NOTHING = ScriptedServer.JSON.objectNode();
  private static final String SEAT =
      "{'method': 'elicitation/create', 'params': {'message': 'Which seat?', 'requestedSchema':"
          + " {'type': 'object', 'properties': {'seat': {'type': 'string', 'pattern': '(a+)+'}},"
          + " 'required': ['seat']}}}";
  private static final String PAY =
      "{'method': 'elicitation/create', 'params': {'mode': 'url', 'message': 'Pay, please.',"
          + " 'url': 'https://pay.example.com/1'}}";

  @Test
  void theCallIsRepeatedWithAllAnswersAndTheState() throws Exception {
    try (var server = asking("{'seat': " + SEAT + ", 'pay': " + PAY + "}");
        var mine = connected(server)) {
      var people = new AnsweringUsers(mine, BOOK);

      ToolResult seat = mine.call(BOOK, NOTHING);

      assertThat(seat.pending()).isTrue();
      assertThat(seat.suspension().resumeMode()).isEqualTo(ResumeMode.ANSWER_TOOL);
      assertThat(seat.suspension().suspension().action()).isEqualTo(Elicitation.FORM);
      assertThat(seat.suspension().suspension().message())
          .isEqualTo("The MCP server s asks (1 of 2): Which seat?");
      assertThat(seat.suspension().suspension().responseSchema())
          .isEqualTo(
              AnsweringUsers.json(
                  "{'type': 'object', 'properties': {'seat': {'type': 'string'}},"
                      + " 'required': ['seat'], 'additionalProperties': false}"));

      ToolResult pay = people.accept(seat, AnsweringUsers.json("{'seat': '4a'}"));

      assertThat(pay.suspension().suspension().action()).isEqualTo(Elicitation.PAGE);
      assertThat(pay.suspension().suspension().message())
          .isEqualTo(
              "The MCP server s asks you to visit https://pay.example.com/1 (2 of 2): Pay,"
                  + " please.");
      assertThat(pay.suspension().suspension().parameters().path("host").asText())
          .isEqualTo("pay.example.com");
      assertThat(server.seen("tools/call")).hasSize(1);

      assertThat(people.accept(pay, null).modelText()).isEqualTo("booked");

      JsonNode again = server.seen("tools/call").getLast().body().path("params");
      assertThat(again.path("requestState").asText()).isEqualTo("state-1");
      assertThat(again.path("inputResponses"))
          .isEqualTo(
              AnsweringUsers.json(
                  "{'seat': {'action': 'accept', 'content': {'seat': '4a'}},"
                      + " 'pay': {'action': 'accept'}}"));
      assertThat(again.at("/_meta/io.modelcontextprotocol~1clientCapabilities/elicitation/url"))
          .isEmpty();
    }
  }

  @Test
  void aServerGetsACancelledAnswerOnTimeoutAndReturnsItsResult() throws Exception {
    try (var server = asking("{'seat': " + SEAT + "}");
        var mine = connected(server)) {
      var people = new AnsweringUsers(mine, BOOK);

      assertThat(people.decline(mine.call(BOOK, NOTHING)).modelText()).isEqualTo("booked");
      assertThat(people.timeRunsOut(mine.call(BOOK, NOTHING)).modelText()).isEqualTo("booked");

      assertThat(server.seen("tools/call"))
          .extracting(seen -> seen.body().at("/params/inputResponses/seat/action").asText())
          .containsExactly("", "decline", "", "cancel");
    }
  }

  @Test
  void aPostponedCallIsRepeatedUntilItHasAResult() throws Exception {
    try (var server = asking("{}");
        var mine = connected(server)) {
      assertThat(mine.call(BOOK, NOTHING).modelText()).isEqualTo("booked");

      assertThat(server.seen("tools/call").getLast().body().at("/params/requestState").asText())
          .isEqualTo("state-1");
      assertThat(server.seen("tools/call").getLast().body().path("params").has("inputResponses"))
          .isFalse();
    }
  }

  @Test
  void theNumberOfQuestionsIsLimited() throws Exception {
    try (var server = asking("{'seat': " + SEAT + "}");
        var mine = connected(server)) {
      server.calls.put("book", asked -> asked.result(required("{'seat': " + SEAT + "}")));
      var people = new AnsweringUsers(mine, BOOK);

      ToolResult result = mine.call(BOOK, NOTHING);
      for (int i = 0; i < CallMemo.MAX_ROUNDS; i++) {
        assertThat(result.pending()).isTrue();
        result = people.accept(result, AnsweringUsers.json("{'seat': '4a'}"));
      }

      assertThat(result.code()).isEqualTo("too_many_questions");
      assertThat(result.message()).contains("more than 20 times");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'r': {'method': 'roots/list'}} | asks for roots/list, which is not offered to it
          {'r': {'method': 'elicitation/create', 'params': {'message': 1}}} | message must be a text
          {'r': {'method': 'elicitation/create', 'params': {'message': '', 'mode': 'url', 'url': 'javascript:alert(1)'}}} | url must be an address of http or https
          {'r': {'method': 'elicitation/create', 'params': {'message': '', 'mode': 'url', 'url': 'https://bank.example@evil.example/'}}} | url must not have a user
          {'r': {'method': 'elicitation/create', 'params': {'message': '', 'requestedSchema': {'type': 'object', 'properties': {'a': {'type': 'object'}}}}}} | must be a string, number, integer, boolean or list of choices
          """)
  void anInvalidQuestionEndsTheCallWithAReason(String requests, String reason) throws Exception {
    try (var server = asking(requests);
        var mine = connected(server)) {
      assertThatThrownBy(() -> mine.call(BOOK, NOTHING))
          .isInstanceOf(ToolException.class)
          .hasMessageContaining("garbage: ")
          .hasMessageContaining(reason);
    }
  }

  @Test
  void aStateBeyondTheLimitEndsTheCallWithAReason() throws Exception {
    try (var server = asking("{}");
        var mine = connected(server)) {
      server.calls.put(
          "book",
          asked -> {
            ObjectNode large = required("{'seat': " + SEAT + "}");
            asked.result(large.put("requestState", "x".repeat(InputRequired.MAX_STATE + 1)));
          });

      assertThatThrownBy(() -> mine.call(BOOK, NOTHING))
          .hasMessageContaining("flood: its requestState has more than 65536 characters");
    }
  }

  /** Requires input while a call has no state. */
  private static ScriptedServer asking(String requests) throws IOException {
    var server = new ScriptedServer(ProtocolVersion.V2026_07_28);
    server.tools = List.of(ScriptedServer.tool("book", "Books a seat."));
    server.calls.put(
        "book",
        asked ->
            asked.result(
                asked.params().has("requestState")
                    ? ScriptedServer.text("booked")
                    : required(requests)));
    return server;
  }

  private static ObjectNode required(String requests) {
    ObjectNode result = ScriptedServer.JSON.objectNode().put("resultType", "input_required");
    try {
      result.set("inputRequests", AnsweringUsers.json(requests));
    } catch (Exception e) {
      throw new IllegalArgumentException(e);
    }
    return result.put("requestState", "state-1");
  }

  private static ServersUnderTest connected(ScriptedServer server) {
    return ServersUnderTest.of(server).connected(McpServerSpec.http("s", server.url()));
  }
}

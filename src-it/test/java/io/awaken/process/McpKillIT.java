package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * MCP calls of agents and of a non-repeatable tool, interrupted by a kill of the server or of the
 * MCP server whose tool is executing. Each ends once with the true result. {@link
 * McpDatabaseKillIT} kills the database.
 */
@Nightly("kills and starts servers")
@Rows({1123, 1124})
class McpKillIT {

  private static final String ANSWER = Turns.words(30);
  private static final String UNKNOWN = "what the tool did is not known";

  private final McpCaller client = new McpCaller(null);
  private ToolServer desk;
  private ServerProcess server;

  @AfterEach
  void stop() throws Exception {
    client.close();
    if (server != null) {
      server.close();
    }
    if (desk != null) {
      desk.close();
    }
  }

  @Test
  void aCallInterruptedByAKillOfTheServerIsResumedAndEndsOnce() throws Exception {
    Workplace at = Workplace.of(getClass(), "agent");
    speaker(at, 300);
    server = Servers.start(at, Map.of());
    client.begin(server.port());
    String last;
    try (EventStream call = client.call(server.port(), 1, "speaker")) {
      last = call.until(frame -> frame.id() != null).getLast().id();
      server.kill();
      assertThat(call.readToEnd()).noneMatch(McpCaller::isResponse);
    }
    speaker(at, 0);
    server = Servers.start(at, Map.of());

    JsonNode result;
    try (EventStream rest = client.resume(server.port(), last)) {
      result = McpCaller.result(rest);
      assertThat(rest.readToEnd()).filteredOn(McpCaller::isResponse).hasSize(1);
    }

    assertThat(result.get("id").asInt()).isOne();
    assertThat(result.at("/result/content/0/text").asText()).isEqualTo(ANSWER);
    try (EventStream again = client.call(server.port(), 1, "speaker")) {
      assertThat(McpCaller.result(again)).isEqualTo(result);
    }
    assertThat(runs()).isOne();
  }

  private int runs() throws Exception {
    try (Api api = new Api(server.port())) {
      return api.runs();
    }
  }

  private static void speaker(Workplace at, int wordDelayMs) throws Exception {
    at.documents()
        .agent(
            "speaker",
            Map.of("model_id", "speaker", "expose", "mcp"),
            wordDelayMs,
            Turns.says(ANSWER));
  }

  /** Only a person can find out whether the desk has booked. */
  @ParameterizedTest
  @CsvSource({"http, clerk", "stdio, clerk", "http, " + ToolServer.BOOK})
  void aToolInterruptedByAKillOfTheServerIsNotRepeatedAndItsOutcomeIsAsked(
      String transport, String called) throws Exception {
    Workplace at = Workplace.of(getClass(), "server-" + transport + "-" + called);
    begin(at, transport);
    desk.hold();
    client.begin(server.port());
    String last;
    try (EventStream call = client.call(server.port(), 1, called)) {
      last = call.until(frame -> frame.id() != null).getLast().id();
      desk.awaitBooked(1);
      server.kill();
    }
    desk.release();
    server = Servers.start(at, desk.settingsThatOfferIt());

    try (EventStream rest = client.resume(server.port(), last)) {
      JsonNode question = rest.until(McpCaller::isQuestion).getLast().json();
      assertThat(desk.booked()).isOne();
      assertThat(question.at("/params/message").asText()).contains(ToolServer.BOOK);
      client.answerText(server.port(), question, "It is booked.");

      assertThat(McpCaller.result(rest).at("/result/content/0/text").asText())
          .isEqualTo(called.equals("clerk") ? "That is all." : "It is booked.");
      assertThat(rest.readToEnd()).filteredOn(McpCaller::isResponse).hasSize(1);
    }
    assertThat(desk.booked()).isOne();
    assertThat(runs()).isOne();
  }

  @ParameterizedTest
  @CsvSource({"http, clerk", "stdio, clerk", "http, " + ToolServer.BOOK})
  void aToolWhoseMcpServerIsKilledReturnsAnErrorAndIsNotRepeated(String transport, String called)
      throws Exception {
    Workplace at = Workplace.of(getClass(), "desk-" + transport + "-" + called);
    begin(at, transport);
    desk.hold();
    client.begin(server.port());
    JsonNode result;
    try (EventStream call = client.call(server.port(), 1, called)) {
      desk.awaitBooked(1);
      desk.kill();
      result = McpCaller.result(call);
      assertThat(call.readToEnd()).filteredOn(McpCaller::isResponse).hasSize(1);
    }

    if (called.equals("clerk")) {
      assertThat(result.at("/result/content/0/text").asText()).isEqualTo("That is all.");
      assertOutcomeUnknown(result.at("/result/structuredContent/run_id").asText());
    } else {
      assertThat(result.at("/result/isError").asBoolean()).isTrue();
      assertThat(result.at("/result/content/0/text").asText()).contains(UNKNOWN);
    }
    assertThat(desk.booked()).isOne();
    assertWorksAgain(transport, called);
  }

  private void assertOutcomeUnknown(String run) throws Exception {
    try (Api api = new Api(server.port());
        EventStream events = api.events(run)) {
      List<Frame> calls = Frame.calls(events.readToEnd());
      assertThat(calls).hasSize(1);
      assertThat(calls.getFirst().json().at("/result/status").asText()).isEqualTo("error");
      assertThat(calls.getFirst().json().at("/result/message").asText()).contains(UNKNOWN);
    }
  }

  /**
   * The product's server needs no restart once the MCP server is back. Until it has connected, it
   * lacks the tool and refuses the call without a stream.
   */
  private void assertWorksAgain(String transport, String called) throws Exception {
    desk.release();
    if (transport.equals("http")) {
      desk.start();
    }
    int[] id = {2};
    Conditions.await(
        "a booking",
        () -> {
          client.post(server.port(), McpCaller.toolCall(id[0]++, called));
          return desk.booked() == 2;
        });
  }

  private void begin(Workplace at, String transport) throws Exception {
    desk = transport.equals("http") ? ToolServer.http(at) : ToolServer.stdio(at);
    ToolServer.agent(at.documents());
    server = Servers.start(at, desk.settingsThatOfferIt());
    try (Api api = new Api(server.port())) {
      assertThat(api.status("health")).isEqualTo(200);
    }
  }
}

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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls of agents over MCP, cut off in the middle: by a kill of the server, or of the server of
 * tools that an agent is just calling, whose tool must not be repeated. Each ends once, and its
 * result is true.
 */
@Nightly("kills and starts servers")
@Rows({1123, 1124})
class McpKillIT {

  private static final String ANSWER = Turns.words(30);

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
  void aCallThatAKillOfTheServerCutsOffIsReadOnAndEndsOnce() throws Exception {
    Workplace at = Workplace.of(getClass(), "agent");
    speaker(at, 300);
    server = Servers.start(at, Map.of());
    client.begin(server.port());
    String last;
    try (EventStream call = client.call(server.port(), 1, "speaker")) {
      last = call.until(frame -> frame.id() != null).getLast().id();
      server.kill();
      assertThat(call.untilItEnds()).noneMatch(McpCaller::ends);
    }
    speaker(at, 0);
    server = Servers.start(at, Map.of());

    JsonNode result;
    try (EventStream rest = client.resume(server.port(), last)) {
      result = McpCaller.result(rest);
      assertThat(rest.untilItEnds()).filteredOn(McpCaller::ends).hasSize(1);
    }

    assertThat(result.get("id").asInt()).isOne();
    assertThat(result.at("/result/content/0/text").asText()).isEqualTo(ANSWER);
    try (EventStream again = client.call(server.port(), 1, "speaker")) {
      assertThat(McpCaller.result(again)).isEqualTo(result);
    }
    assertThat(runs()).isOne();
  }

  private static void speaker(Workplace at, int wordDelayMs) throws Exception {
    at.documents()
        .agent(
            "speaker",
            Map.of("model_id", "speaker", "expose", "mcp"),
            wordDelayMs,
            Turns.says(ANSWER));
  }

  private int runs() throws Exception {
    try (Api api = new Api(server.port())) {
      return AskedRun.json(api.answer("GET", "v1/runs", "")).path("items").size();
    }
  }

  /** Nobody but a person can know what the desk has done. */
  @ParameterizedTest
  @ValueSource(strings = {"http", "stdio"})
  void aToolThatAKillOfTheServerCutsOffIsNotRepeatedAndSomebodyIsAskedWhatItDid(String transport)
      throws Exception {
    Workplace at = Workplace.of(getClass(), "server-" + transport);
    begin(at, transport);
    desk.hold();
    client.begin(server.port());
    String last;
    try (EventStream call = client.call(server.port(), 1, "clerk")) {
      last = call.until(frame -> frame.id() != null).getLast().id();
      desk.awaitBooked(1);
      server.kill();
    }
    desk.release();
    server = Servers.start(at, desk.settings());

    try (EventStream rest = client.resume(server.port(), last)) {
      JsonNode question = rest.until(McpCaller::asks).getLast().json();
      assertThat(desk.booked()).isOne();
      assertThat(question.at("/params/message").asText()).contains(ToolServer.BOOK);
      client.post(server.port(), told(question, "It is booked."));

      assertThat(McpCaller.result(rest).at("/result/content/0/text").asText())
          .isEqualTo("That is all.");
      assertThat(rest.untilItEnds()).filteredOn(McpCaller::ends).hasSize(1);
    }
    assertThat(desk.booked()).isOne();
    assertThat(runs()).isOne();
  }

  private static String told(JsonNode question, String what) {
    String field = question.at("/params/requestedSchema/properties").fieldNames().next();
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\",\"content\":{\"%s\":\"%s\"}}}"
        .formatted(question.get("id"), field, what);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "stdio"})
  void aToolWhoseOwnServerIsKilledHasAnErrorForAResultAndIsNotRepeated(String transport)
      throws Exception {
    Workplace at = Workplace.of(getClass(), "desk-" + transport);
    begin(at, transport);
    desk.hold();
    client.begin(server.port());
    JsonNode result;
    try (EventStream call = client.call(server.port(), 1, "clerk")) {
      desk.awaitBooked(1);
      desk.kill();
      result = McpCaller.result(call);
      assertThat(call.untilItEnds()).filteredOn(McpCaller::ends).hasSize(1);
    }

    assertThat(result.at("/result/content/0/text").asText()).isEqualTo("That is all.");
    String run = result.at("/result/structuredContent/run_id").asText();
    try (Api api = new Api(server.port());
        EventStream events = api.events(run)) {
      List<Frame> calls = Frame.calls(events.untilItEnds());
      assertThat(calls).hasSize(1);
      assertThat(calls.getFirst().json().at("/result/status").asText()).isEqualTo("error");
      assertThat(calls.getFirst().json().at("/result/message").asText())
          .contains("what the tool did is not known");
    }
    assertThat(desk.booked()).isOne();
    worksAgain(transport);
  }

  /** Nothing of ours has to be restarted when it is back. */
  private void worksAgain(String transport) throws Exception {
    desk.release();
    if (transport.equals("http")) {
      desk.start();
    }
    int[] id = {2};
    Conditions.await(
        "a booking",
        () -> {
          try (EventStream call = client.call(server.port(), id[0]++, "clerk")) {
            McpCaller.result(call);
          }
          return desk.booked() == 2;
        });
  }

  private void begin(Workplace at, String transport) throws Exception {
    desk = transport.equals("http") ? ToolServer.http(at) : ToolServer.stdio(at);
    ToolServer.agent(at.documents());
    server = Servers.start(at, desk.settings());
    try (Api api = new Api(server.port())) {
      assertThat(api.status("health")).isEqualTo(200);
    }
  }
}

package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.RestartablePostgres;
import io.awaken.fixture.Rows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * MCP calls whose non-repeatable tool executes while the database is killed. Each ends once with
 * the true result: the tool's, or the one that a person reports.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Nightly("kills a database under a live server")
@Rows(1124)
class McpDatabaseKillIT {

  private static final String OF_THE_TOOL = "The room is booked.";
  private static final String OF_A_PERSON = "It is booked.";

  private final McpCaller client = new McpCaller(null);
  private RestartablePostgres postgres;
  private ToolServer desk;
  private ServerProcess server;
  private Api api;
  private Path console;
  private int calls;
  private int outages;

  /** When the tool returns its result. */
  enum Moment {
    WHILE_IT_IS_AWAY,
    WHEN_IT_IS_BACK
  }

  @BeforeAll
  void start() throws Exception {
    postgres = new RestartablePostgres();
    Workplace at = Workplace.of(getClass());
    desk = ToolServer.http(at);
    ToolServer.agent(at.documents());
    var settings = new HashMap<>(desk.settingsThatOfferIt());
    settings.put("awaken.db.url", postgres.url());
    settings.put("awaken.db.patience", "PT1S");
    server = Servers.start(at, settings);
    api = new Api(server.port());
    client.begin(server.port());
    try (Stream<Path> files = Files.list(at.folder().resolve("start-1"))) {
      console = files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow();
    }
  }

  @AfterAll
  void stop() throws Exception {
    client.close();
    if (server != null) {
      server.close();
      api.close();
    }
    if (desk != null) {
      desk.close();
    }
    postgres.close();
  }

  @ParameterizedTest
  @CsvSource({
    "clerk, WHILE_IT_IS_AWAY",
    "clerk, WHEN_IT_IS_BACK",
    ToolServer.BOOK + ", WHILE_IT_IS_AWAY",
    ToolServer.BOOK + ", WHEN_IT_IS_BACK"
  })
  void theToolIsNotRepeatedAndTheCallEndsOnce(String called, Moment answers) throws Exception {
    int runs = api.runs();
    int booked = desk.booked();
    desk.hold();
    String last;
    try (EventStream call = client.call(server.port(), ++calls, called)) {
      last = call.until(frame -> frame.id() != null).getLast().id();
      desk.awaitBooked(booked + 1);
      postgres.kill();
      if (answers == Moment.WHILE_IT_IS_AWAY) {
        desk.release();
      }
      Conditions.await("an outage", () -> api.status("health") == 503);
      postgres.start();
      awaitEndOfOutage();
    }
    desk.release();

    JsonNode result = resultBehind(last);

    String text = result.at("/result/content/0/text").asText();
    if (called.equals("clerk")) {
      assertThat(text).isEqualTo("That is all.");
      String run = result.at("/result/structuredContent/run_id").asText();
      try (EventStream events = api.events(run)) {
        Frame done = Frame.calls(events.readToEnd()).getLast();
        assertThat(done.data()).containsAnyOf(OF_THE_TOOL, OF_A_PERSON);
      }
    } else {
      assertThat(text).isIn(OF_THE_TOOL, OF_A_PERSON);
    }
    assertThat(desk.booked()).isEqualTo(booked + 1);
    assertThat(api.runs()).isEqualTo(runs + 1);
  }

  /**
   * The server can be healthy before: each connection that died with the database shortly after its
   * last use may still fail one request.
   */
  private void awaitEndOfOutage() throws Exception {
    outages++;
    Conditions.await(
        "the end of the outage",
        () ->
            Files.readString(console).split("The database can be used again", -1).length > outages);
  }

  /** Resumes the stream and reports the outcome of the tool if asked. */
  private JsonNode resultBehind(String last) throws Exception {
    try (EventStream rest = client.resume(server.port(), last)) {
      Frame next =
          rest.until(frame -> McpCaller.isQuestion(frame) || McpCaller.isResponse(frame)).getLast();
      if (McpCaller.isQuestion(next)) {
        assertThat(next.json().at("/params/message").asText()).contains(ToolServer.BOOK);
        client.answerText(server.port(), next.json(), OF_A_PERSON);
        next = rest.until(McpCaller::isResponse).getLast();
      }
      assertThat(rest.readToEnd()).filteredOn(McpCaller::isResponse).hasSize(1);
      return next.json();
    }
  }
}

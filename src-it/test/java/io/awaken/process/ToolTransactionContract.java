package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.Rows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs whose tools write their own rows in one transaction with their results. All but one have
 * ended when the server is killed; the tool of that one has returned, but its result is not
 * committed. Each reserved article has the name of the agent that reserved it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ToolTransactionContract {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, List<Frame>> framesOf = new HashMap<>();
  private Agency agency;
  private ServerProcess server;
  private Api api;

  /** Reservations visible after a tool returned and before its result was committed. */
  private List<String> reservedBefore;

  abstract Map<String, String> database();

  @BeforeAll
  void killAServerThatHasAResultAndHasNotCommittedIt() throws Exception {
    agency = new Agency("cut");
    Workplace at = Workplace.of(getClass());
    at.deployWith(AgencyCall.class, Storeroom.class, Stocktaking.class);
    agents(at.documents());
    start(at);
    for (String agent : List.of("kept", "broken", "refused", Stocktaking.UNWANTED, "many")) {
      framesOf.put(agent, run(agent));
    }
    try (EventStream cut = api.run("cut")) {
      framesOf.put("cut", cut.until(frame -> frame.is("run_start")));
      agency.awaitCall("cut");
      reservedBefore = reserved();
      server.kill();
    }
    api.close();
    agency.answerAgain();
    start(at);
  }

  private void agents(Documents documents) throws Exception {
    documents
        .agent("kept", 0, reserves("reserve", "kept"), Turns.says("Done."))
        .agent("broken", 0, reserves("reserve_broken", "broken"), Turns.says("It broke."))
        .agent("refused", 0, reserves("reserve_refused", "refused"), Turns.says("It is closed."))
        .agent("auditor", 0, Turns.calls("reserved", Map.of()), Turns.says("That is all."));
    var cut = Map.of("at", agency.at("cut"), "article", "cut");
    inspected(documents, "cut", Turns.calls("reserve_at", cut));
    inspected(documents, Stocktaking.UNWANTED, reserves("reserve", Stocktaking.UNWANTED));
    var many =
        Stream.of("reserve", "reserve_broken", "reserve", "reserve_refused", "reserve")
            .map(tool -> Turns.call(tool, Map.of("article", "many")))
            .toList();
    var parallel = Map.of("model_id", "many", "tool_execution_mode", "parallel_streaming");
    documents.agent("many", parallel, 0, Turns.calls(many), Turns.says("Some are done."));
  }

  private static void inspected(Documents documents, String agent, Map<String, Object> calls)
      throws Exception {
    var document = Map.of("model_id", agent, "plugin_ids", List.of(Stocktaking.NAME));
    documents.agent(agent, document, 0, calls, Turns.says("Done."));
  }

  private static Map<String, Object> reserves(String tool, String article) {
    return Turns.calls(tool, Map.of("article", article));
  }

  private void start(Workplace at) throws Exception {
    server = Servers.start(at, database());
    api = new Api(server.port());
  }

  @AfterAll
  void stop() {
    agency.close();
    if (server != null) {
      api.close();
      server.close();
    }
  }

  private List<Frame> run(String agent) throws Exception {
    try (EventStream stream = api.run(agent)) {
      List<Frame> frames = stream.readToEnd();
      assertThat(frames.getLast().json().at("/termination/type").asText()).isEqualTo("natural_end");
      return frames;
    }
  }

  private List<String> reserved() throws Exception {
    JsonNode articles = Frame.calls(run("auditor")).getFirst().json().at("/result/data");
    return articles.valueStream().map(JsonNode::asText).toList();
  }

  /** The tool results in the thread of an agent's run, as sent to the model. */
  private List<String> results(String agent) throws Exception {
    String thread = framesOf.get(agent).getFirst().field("thread_id");
    JsonNode messages = JSON.readTree(api.get("v1/threads/" + thread + "/messages"));
    return messages
        .path("messages")
        .valueStream()
        .filter(message -> message.path("role").asText().equals("tool"))
        .map(JsonNode::toString)
        .toList();
  }

  private List<String> outcomes(String agent) {
    return Frame.calls(framesOf.get(agent)).stream().map(frame -> frame.field("outcome")).toList();
  }

  @Test
  @Rows(135)
  void aRowAndItsResultAreBothStoredAfterTheRunAndAfterACrash() throws Exception {
    assertThat(outcomes("kept")).containsExactly("succeeded");

    assertThat(reservedBefore).containsOnlyOnce("kept");
    assertThat(reserved()).containsOnlyOnce("kept");
    assertThat(results("kept")).singleElement().asString().contains("reserved kept");
  }

  @Test
  @Rows({114, 135, 136})
  void aToolThatThrowsWritesNoRowAndTheModelReadsTheError() throws Exception {
    assertThat(outcomes("broken")).containsExactly("failed");

    assertThat(reserved()).doesNotContain("broken");
    assertThat(results("broken")).singleElement().asString().contains("the shelf broke");
  }

  @Test
  @Rows({135, 136})
  void aToolThatReturnsAnErrorWritesNoRow() throws Exception {
    assertThat(outcomes("refused")).containsExactly("failed");

    assertThat(reserved()).doesNotContain("refused");
    assertThat(results("refused")).singleElement().asString().contains("the shelf is closed");
  }

  @Test
  @Rows({120, 135})
  void aResultTurnedIntoAnErrorByAHookWritesNoRow() throws Exception {
    assertThat(outcomes(Stocktaking.UNWANTED)).containsExactly("failed");

    assertThat(reserved()).doesNotContain(Stocktaking.UNWANTED);
    assertThat(results(Stocktaking.UNWANTED)).hasSize(1);
  }

  @Test
  @Rows(135)
  void concurrentToolsEachCommitOnlyTheirOwnRow() throws Exception {
    assertThat(outcomes("many"))
        .containsExactlyInAnyOrder("succeeded", "failed", "succeeded", "failed", "succeeded");

    assertThat(reserved()).filteredOn("many"::equals).hasSize(3);
    assertThat(results("many")).filteredOn(text -> text.contains("reserved many")).hasSize(3);
  }

  @Test
  @Rows(135)
  void aRowWhoseResultWasNotCommittedIsGoneAndTheCallThatIsMadeAgainWritesItOnce()
      throws Exception {
    new AskedRun(framesOf.get("cut").getFirst().field("run_id"), null, null)
        .awaitStatus(api, "done");

    assertThat(agency.keys("cut")).hasSize(2);
    assertThat(reservedBefore).doesNotContain("cut");
    assertThat(reserved()).containsOnlyOnce("cut");
    assertThat(results("cut")).singleElement().asString().contains("reserved cut");
  }
}

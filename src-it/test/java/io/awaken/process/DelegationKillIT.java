package io.awaken.process;

import static io.awaken.process.DelegatingRuns.CUT;
import static io.awaken.process.DelegatingRuns.HOOK;
import static io.awaken.process.DelegatingRuns.PUSH;
import static io.awaken.process.Mailroom.SILENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.BeforeMerge;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import io.awaken.process.Mailroom.Letter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Kills one of two nodes; the other ends what it has begun, once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@BeforeMerge
@BesideOthers
class DelegationKillIT {

  @AutoClose private final PostgreSql postgres = new PostgreSql();
  private final DelegatingRuns runs = new DelegatingRuns();

  DelegationKillIT() throws IOException {}

  @BeforeAll
  void killTheNode() throws Exception {
    runs.killTheNode(Workplace.of(getClass()), postgres.settings());
  }

  @AfterAll
  void stop() throws Exception {
    runs.close();
  }

  @Test
  @Rows({195, 196, 197, 199})
  @Failures("F56")
  void aRunReadsTheAnswerOfEachDelegateOnce() throws Exception {
    assertEnded(runs.editor, "clerk", "porter", "far");

    assertThat(runs.survivor.runs("agent_id=worker")).hasSize(1);
  }

  /** The guide had answered before the kill. */
  @Test
  @Rows({195, 198})
  @Failures("F56")
  void runsThatWaitAboveEachOtherContinueOneAfterTheOther() throws Exception {
    assertEnded(runs.director, "guide", "chief");

    JsonNode chiefs = runs.survivor.runs("agent_id=chief");
    assertThat(chiefs).hasSize(1);
    assertEnded(seen(chiefs.path(0)), "scout");
  }

  @Test
  @Rows(1300)
  @Failures("F56")
  void aThreadIsToldOnceOfItsTask() throws Exception {
    String thread = "thread_id=" + runs.host.thread();
    Conditions.await(
        "the run that is told", () -> runs.survivor.runs(thread + "&status=done").size() == 2);

    JsonNode tasks = runs.survivor.runs("parent_run_id=" + runs.host.id());
    assertThat(tasks).hasSize(1);
    assertEndedOnce(tasks.path(0));
    assertThat(runs.survivor.runs(thread)).hasSize(2);
    assertThat(messages(runs.host))
        .filteredOn(each -> each.toString().contains("A background task has ended"))
        .hasSize(1)
        .allSatisfy(
            each ->
                assertThat(each.toString())
                    .contains(seen(tasks.path(0)).id(), "The searcher is done."));
  }

  @Test
  @Failures("F06")
  void theirToolsAreCalledAgainWithTheSameKeys() throws Exception {
    for (String each : CUT) {
      Conditions.await("another call of " + each, () -> runs.agency.keys(each).size() > 1);
      assertThat(runs.agency.keys(each)).as(each).containsOnly(runs.agency.keys(each).getFirst());
    }
  }

  @Test
  @Rows(1340)
  @Failures("F56")
  void aReaderOnTheOtherNodeFollowsADelegateToItsEnd() throws Exception {
    List<Frame> read = runs.reader.readToEnd();

    List<Frame> ofClerk =
        read.stream().filter(frame -> DelegatingRuns.agent(frame).equals("clerk")).toList();
    assertThat(ofClerk).filteredOn(frame -> frame.is("tool_call_done")).hasSize(1);
    assertThat(textOf(ofClerk)).isEqualTo("The clerk is done.");
    assertThat(read.stream().filter(frame -> frame.is("run_finish")))
        .extracting(DelegatingRuns::agent)
        .containsExactlyInAnyOrder("clerk", "porter", "far", "")
        .endsWith("");
  }

  @Test
  @Rows(242)
  @Failures("F57")
  void messagesStoredBeforeTheKillAreSentInTheirOrder() throws Exception {
    Conditions.await(
        "the question", () -> told(HOOK).contains("run.waits") && told(PUSH).size() == 1);
    var decided = runs.careful.decide(runs.survivor, runs.careful.decision("resume"));
    assertThat(decided.statusCode()).as(decided.body()).isEqualTo(202);
    Conditions.await("the end", () -> told(HOOK).contains("run.ended") && told(PUSH).size() == 2);

    assertThat(told(HOOK))
        .containsExactly("question.asked", "run.waits", "question.answered", "run.ended");
    assertThat(told(PUSH)).containsExactly("TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED");
    assertThat(runs.mailroom.taken(HOOK))
        .extracting(Letter::id)
        .doesNotHaveDuplicates()
        .startsWith(runs.mailroom.refused(HOOK).getFirst().id());
  }

  @Test
  @Nightly("another node waits for a minute, as the delivery may be going on")
  @Failures("F57")
  void aDeliveryThatTheKillCutOffIsRepeated() throws Exception {
    Conditions.await("the message", () -> !runs.mailroom.taken(SILENT).isEmpty());

    assertThat(runs.mailroom.taken(SILENT))
        .extracting(Letter::id)
        .containsExactly(runs.mailroom.refused(SILENT).getFirst().id());
    assertThat(told(SILENT)).containsExactly("run.ended");
  }

  /** The types of messages to webhooks, and the states in those to clients. */
  private List<String> told(String path) {
    String field = path.equals(PUSH) ? "/statusUpdate/status/state" : "/type";
    return runs.mailroom.taken(path).stream().map(letter -> letter.text(field)).toList();
  }

  private static String textOf(List<Frame> frames) {
    return frames.stream()
        .filter(frame -> frame.is("text_delta"))
        .map(frame -> frame.field("delta"))
        .collect(Collectors.joining());
  }

  /** The run and its delegates have ended, and it has read each one's answer once. */
  private void assertEnded(AskedRun run, String... delegates) throws Exception {
    run.awaitStatus(runs.survivor, "done");
    assertEndedOnce(run.document(runs.survivor));
    JsonNode below = runs.survivor.runs("parent_run_id=" + run.id());
    assertThat(below.findValuesAsText("agent_id")).containsExactlyInAnyOrder(delegates);
    List<String> results = results(run);
    assertThat(results).hasSize(delegates.length);
    for (JsonNode each : below) {
      assertEndedOnce(each);
      String answer = each.path("final_output").asText();
      assertThat(results).filteredOn(result -> result.contains(answer)).hasSize(1);
    }
  }

  private void assertEndedOnce(JsonNode run) throws Exception {
    assertThat(run.path("termination_code").asText()).as(run.toString()).isEqualTo("natural_end");
    assertThat(run.path("final_output").asText()).isNotBlank();
    try (EventStream replay = runs.survivor.events(seen(run).id())) {
      assertThat(replay.readToEnd()).filteredOn(frame -> frame.is("run_finish")).hasSize(1);
    }
  }

  private static AskedRun seen(JsonNode run) {
    return new AskedRun(run.path("run_id").asText(), run.path("thread_id").asText(), null);
  }

  /** The results of calls that the run has read. */
  private List<String> results(AskedRun run) throws IOException, InterruptedException {
    var results = new ArrayList<String>();
    for (JsonNode message : messages(run)) {
      if (message.path("role").asText().equals("tool")) {
        results.add(message.toString());
      }
    }
    return results;
  }

  private JsonNode messages(AskedRun run) throws IOException, InterruptedException {
    String path = "v1/threads/" + run.thread() + "/messages";
    return AskedRun.json(runs.survivor.answer("GET", path, "")).path("messages");
  }
}

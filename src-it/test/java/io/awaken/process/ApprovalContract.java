package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs that wait for approval on a server that is killed, and are decided on the servers started
 * afterwards (F43, F44). Two of them were approved and executing their tools when the server was
 * killed (F06, F07).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ApprovalContract {

  private static final int RIVALS = 8;

  private SurvivingRuns runs;

  abstract Map<String, String> database();

  /** Number of nodes started after the kill. */
  abstract int nodesAfterwards();

  @BeforeAll
  void killAServerWithRunsWaitingForApproval() throws Exception {
    runs = new SurvivingRuns();
    runs.killTheServer(Workplace.of(getClass()), database(), nodesAfterwards());
  }

  @AfterAll
  void stop() {
    if (runs != null) {
      runs.close();
    }
  }

  /** The node started last. */
  private Api other() {
    return runs.nodes.getLast();
  }

  /** F43: the run continues at the same call, with the arguments that the approver saw. */
  @Test
  @Rows({132, 187})
  @Failures("F43")
  void aRunCanBeApprovedAfterItsServerWasKilled() throws Exception {
    AskedRun run = runs.of("patient");
    JsonNode ticket = run.ticket(other());
    assertThat(ticket.at("/pending/id").asText()).isEqualTo(run.call());
    assertThat(ticket.at("/pending/arguments/at").asText()).isEqualTo(runs.agency.at("patient"));
    assertThat(other().get("v1/suspensions")).contains(run.id());
    assertThat(runs.agency.keys("patient")).isEmpty();

    assertThat(runs.decide(other(), "patient", "resume").statusCode()).isEqualTo(202);

    List<Frame> whole = readRun("patient");
    assertThat(whole.getLast().json().at("/result/response").asText()).isEqualTo("It is done.");
    assertThat(Frame.calls(whole))
        .extracting(frame -> frame.field("outcome"))
        .containsExactly("suspended", "succeeded");
    assertThat(runs.agency.keys("patient")).hasSize(1);
  }

  /** F44: the first decision wins; repeating it returns the same response. */
  @Test
  @Rows(186)
  @Failures("F44")
  void aRepeatedDecisionGetsTheSameResponseAndADifferentOneIsRefused() throws Exception {
    AskedRun run = runs.of("twice");
    var approval = run.decision("resume").put("decision_id", "first");
    var first = run.decide(runs.nodes.getFirst(), approval);
    var again = run.decide(other(), approval);
    assertThat(first.statusCode()).isEqualTo(202);
    assertThat(again.statusCode()).isEqualTo(202);
    assertThat(again.body()).isEqualTo(first.body());

    var refused = run.decide(other(), run.decision("cancel").put("decision_id", "second"));

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("suspension_closed").contains("\"first\"");
    run.awaitStatus(other(), "done");
    assertThat(runs.agency.keys("twice")).hasSize(1);
  }

  /** F44: one of several concurrent decisions wins, and every caller learns which. */
  @Test
  @Rows(186)
  @Failures("F44")
  void oneOfSeveralConcurrentDecisionsWins() throws Exception {
    AskedRun run = runs.of("race");
    List<HttpResponse<String>> answers = rivals(run);

    assertThat(answers).filteredOn(answer -> answer.statusCode() == 409).hasSize(RIVALS - 1);
    JsonNode winner = AskedRun.json(winnerOf(answers));
    assertThat(answers)
        .allMatch(answer -> answer.body().contains(winner.path("decision_id").asText()));
    run.awaitStatus(other(), "done");
    boolean approved = winner.path("action").asText().equals("resume");
    assertThat(runs.agency.keys("race")).hasSize(approved ? 1 : 0);
  }

  private List<HttpResponse<String>> rivals(AskedRun run) throws Exception {
    var tasks = new ArrayList<Callable<HttpResponse<String>>>();
    for (int i = 0; i < RIVALS; i++) {
      Api node = runs.nodes.get(i % runs.nodes.size());
      var decision =
          run.decision(i / 2 % 2 == 0 ? "resume" : "cancel").put("decision_id", "rival-" + i + "-");
      tasks.add(() -> run.decide(node, decision));
    }
    var answers = new ArrayList<HttpResponse<String>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<HttpResponse<String>> answer : threads.invokeAll(tasks)) {
        answers.add(answer.get());
      }
    }
    return answers;
  }

  private static HttpResponse<String> winnerOf(List<HttpResponse<String>> answers) {
    return answers.stream().filter(each -> each.statusCode() == 202).findFirst().orElseThrow();
  }

  /** F44: the tool call of a cancelled run cannot be approved. */
  @Test
  @Rows(186)
  @Failures("F44")
  void aDecisionAfterTheRunWasCancelledIsRefused() throws Exception {
    AskedRun run = runs.of("called-off");
    int cancelled =
        runs.nodes.getFirst().answer("POST", "v1/runs/" + run.id() + "/cancel", "").statusCode();
    assertThat(cancelled).isBetween(200, 202);

    var refused = runs.decide(other(), "called-off", "resume");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(run.document(other()).path("status").asText()).isEqualTo("done");
    assertThat(runs.agency.keys("called-off")).isEmpty();
  }

  /** F44: the suspension expired while no server was running. */
  @Test
  @Rows(186)
  @Failures("F44")
  void aDecisionAfterExpiryIsRefused() throws Exception {
    runs.of("late").awaitStatus(other(), "done");

    var refused = runs.decide(other(), "late", "resume");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("suspension_expired");
    assertThat(runs.agency.keys("late")).isEmpty();
  }

  /** An approval is valid only for the arguments that the approver saw. */
  @Test
  @Rows(186)
  void anApprovalOfOtherArgumentsIsRefused() throws Exception {
    AskedRun run = runs.of("other");
    String shown = run.ticket(other()).path("arguments_hash").asText();
    String unlike = "0".repeat(shown.length());

    var refused = run.decide(other(), run.decision("resume").put("arguments_hash", unlike));

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("other_arguments");
    assertThat(run.document(other()).path("status").asText()).isEqualTo("waiting");
    assertThat(runs.agency.keys("other")).isEmpty();
    var accepted = run.decide(other(), run.decision("resume").put("arguments_hash", shown));
    assertThat(accepted.statusCode()).isEqualTo(202);
    run.awaitStatus(other(), "done");
    assertThat(runs.agency.keys("other")).hasSize(1);
  }

  /** The release started after the kill has changed the tool's parameters. */
  @Test
  @Rows(187)
  void aChangedToolNeedsANewApproval() throws Exception {
    AskedRun run = runs.of("changed");
    String before = run.ticket(other()).path("arguments_hash").asText();
    assertThat(runs.decide(other(), "changed", "resume").statusCode()).isEqualTo(202);

    Conditions.await("another question", () -> asksAgain(run, before));
    assertThat(runs.agency.keys("changed")).isEmpty();
    assertThat(run.decide(other(), answers(run)).statusCode()).isEqualTo(202);

    run.awaitStatus(other(), "done");
    assertThat(runs.agency.keys("changed")).hasSize(1);
  }

  /** A decision about a call that was suspended more than once must name the suspension. */
  private ObjectNode answers(AskedRun run) throws Exception {
    return run.decision("resume").put("suspension_id", run.ticket(other()).path("id").asText());
  }

  private boolean asksAgain(AskedRun run, String before) throws Exception {
    JsonNode ticket = run.ticket(other());
    return ticket.isObject() && !ticket.path("arguments_hash").asText().equals(before);
  }

  /** F06: the agency did the work, and the server died before the response. */
  @Test
  @Rows(187)
  @Failures("F06")
  void anInterruptedApprovedCallIsRepeatedWithItsKey() throws Exception {
    runs.of("cut-keyed").awaitStatus(other(), "done");

    assertThat(runs.agency.keys("cut-keyed")).hasSize(2);
    assertThat(runs.agency.keys("cut-keyed").stream().distinct()).hasSize(1);
  }

  /** F07: a person has to report the outcome of the call. */
  @Test
  @Rows(187)
  @Failures("F07")
  void anInterruptedNonRepeatableCallIsNotRepeated() throws Exception {
    AskedRun run = runs.of("cut-never");
    run.awaitStatus(other(), "waiting");
    assertThat(run.ticket(other()).path("kind").asText()).isEqualTo("outcome");
    assertThat(runs.agency.keys("cut-never")).hasSize(1);

    var outcome = answers(run).put("payload", "it was paid");
    assertThat(run.decide(other(), outcome).statusCode()).isEqualTo(202);

    run.awaitStatus(other(), "done");
    assertThat(runs.agency.keys("cut-never")).hasSize(1);
    assertThat(other().get("v1/threads/" + run.thread() + "/messages")).contains("it was paid");
  }

  /** F42: a reader that disconnects does not stop the run. */
  @Test
  @Failures("F42")
  void aRunContinuesWhenItsReaderDisconnects() throws Exception {
    String id;
    try (EventStream stream = other().run("talker")) {
      id = stream.until(frame -> frame.is("text_delta")).getFirst().field("run_id");
    }

    var run = new AskedRun(id, null, null);
    run.awaitStatus(other(), "done");
    assertThat(run.document(other()).path("final_output").asText()).isEqualTo(Turns.words(20));
  }

  private List<Frame> readRun(String agent) throws Exception {
    runs.of(agent).awaitStatus(other(), "done");
    try (EventStream stream = other().events(runs.of(agent).id())) {
      return stream.readToEnd();
    }
  }
}

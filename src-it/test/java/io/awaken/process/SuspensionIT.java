package io.awaken.process;

import static io.awaken.process.Treasury.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import io.awaken.process.Treasury.WaitingRun;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs that wait for a treasurer's approval: callers find them in the inbox, and only authorized
 * callers can decide them (S39). Each test has its own agent, whose tool books the agent's name.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Nightly("starts a server; DecisionRoutesTest and WhoMayDecideTest cover each refusal")
@BesideOthers
class SuspensionIT {

  private Treasury treasury;

  @BeforeAll
  void serveAgentsThatAskATreasurer() throws Exception {
    var agents = new HashMap<String, Map<String, ?>>();
    var approver = Map.of("role", "treasurer");
    for (String agent : List.of("inbox", "by-run", "busy", "guarded", "used", "another", "over")) {
      agents.put(agent, Map.of("approver", approver));
    }
    agents.put("four-eyes", Map.of("approver", Map.of("other_than_requester", true)));
    var soon = Map.of("after_ms", 5_000, "outcome", "cancel");
    agents.put("late", Map.of("approver", approver, "expiry", soon));
    treasury = Treasury.serve(getClass(), agents);
  }

  @AfterAll
  void stop() {
    if (treasury != null) {
      treasury.close();
    }
  }

  @Test
  @Rows(230)
  void aSuspendedRunIsListedInTheInboxAndDecidedInItsThread() throws Exception {
    WaitingRun waiting = treasury.begin("inbox");
    JsonNode inbox = json(treasury.treasurer.get("v1/suspensions?agent_id=inbox")).path("items");
    assertThat(inbox).hasSize(1);
    JsonNode question = inbox.get(0);
    assertThat(question.path("run_id").asText()).isEqualTo(waiting.run());
    assertThat(question.at("/pending/arguments/entry").asText()).isEqualTo("inbox");
    assertThat(question.at("/approver/role").asText()).isEqualTo("treasurer");
    assertThat(treasury.open(waiting)).isEqualTo(question);
    assertThat(treasury.rival.get("v1/suspensions")).doesNotContain(waiting.run());
    assertThat(treasury.anonymous.get("v1/suspensions")).doesNotContain(waiting.run());

    var accepted =
        decide(treasury.treasurer, "threads/" + waiting.thread(), waiting.decision("resume"));

    assertThat(accepted.statusCode()).isEqualTo(202);
    List<Frame> rest = treasury.rest(waiting);
    assertThat(rest.getFirst().is("tool_call_resumed")).isTrue();
    assertThat(outcomes(rest)).containsExactly("succeeded");
    assertThat(rest.getLast().json().at("/termination/type").asText()).isEqualTo("natural_end");
    assertThat(treasury.booked()).containsOnlyOnce("inbox");
    assertThat(treasury.open(waiting).isMissingNode()).isTrue();
    JsonNode decided =
        json(
            treasury.treasurer.get("v1/suspensions?status=consumed&thread_id=" + waiting.thread()));
    assertThat(decided.at("/items/0/decision/decided_by").asText()).isEqualTo("ben");
  }

  @Test
  @Rows(231)
  void aRunShowsItsSuspensionAndIsDecidedByItsId() throws Exception {
    WaitingRun waiting = treasury.begin("by-run");
    JsonNode run = json(treasury.clerk.get("v1/runs/" + waiting.run()));
    assertThat(run.path("status").asText()).isEqualTo("waiting");
    assertThat(run.at("/waiting/reason").asText()).isEqualTo("decision");
    assertThat(run.at("/waiting/tickets/0/tool_call_id").asText()).isEqualTo(waiting.call());

    var no = waiting.decision("cancel").put("reason", "not this year");
    assertThat(decide(treasury.treasurer, "runs/" + waiting.run(), no).statusCode()).isEqualTo(202);

    assertThat(outcomes(treasury.rest(waiting))).containsExactly("cancelled");
    assertThat(treasury.clerk.get("v1/threads/" + waiting.thread() + "/messages"))
        .contains("not this year");
    assertThat(treasury.booked()).doesNotContain("by-run");
  }

  @Test
  @Rows(231)
  void theModeDeterminesTheEffectOfAMessageOnASuspendedRun() throws Exception {
    WaitingRun waiting = treasury.begin("busy");

    var rejected = treasury.write(waiting, "busy", "reject");
    assertThat(rejected.statusCode()).isEqualTo(409);
    assertThat(json(rejected.body()).at("/details/run_id").asText()).isEqualTo(waiting.run());
    assertThat(json(rejected.body()).at("/details/suspension_ids")).hasSize(1);
    assertThat(treasury.write(waiting, "busy", "steer").body())
        .contains("\"suspended\"")
        .contains(waiting.run());
    assertThat(treasury.open(waiting).isObject()).isTrue();
    assertThat(treasury.write(waiting, "busy", "interrupt").body()).doesNotContain(waiting.run());

    JsonNode run = json(treasury.clerk.get("v1/runs/" + waiting.run()));
    assertThat(run.at("/termination_reason/type").asText()).isEqualTo("cancelled");
    assertRefused(
        treasury.treasurer, "runs/" + waiting.run(), waiting.decision("resume"), 409, "_closed");
    assertThat(treasury.booked()).doesNotContain("busy");
  }

  @Test
  @Rows(186)
  void anUnauthorizedDecisionIsRefusedAndTheSuspensionStaysOpen() throws Exception {
    WaitingRun waiting = treasury.begin("guarded");
    JsonNode before = treasury.open(waiting);

    for (String path : List.of("runs/" + waiting.run(), "threads/" + waiting.thread())) {
      assertRefused(treasury.clerk, path, waiting.decision("resume"), 403, "not_an_approver");
      assertRefused(treasury.rival, path, waiting.decision("resume"), 404, "not_found");
      assertRefused(treasury.anonymous, path, waiting.decision("resume"), 404, "not_found");
    }

    assertStillOpen(waiting, before, "guarded");
  }

  @Test
  @Rows(186)
  void aMismatchedDecisionIsRefusedAndTheSuspensionStaysOpen() throws Exception {
    WaitingRun waiting = treasury.begin("another");
    WaitingRun over = treasury.begin("over");
    decide(treasury.treasurer, "runs/" + over.run(), over.decision("cancel"));
    treasury.rest(over);
    JsonNode before = treasury.open(waiting);
    String shown = before.path("arguments_hash").asText();
    ObjectNode yes = waiting.decision("resume");
    String run = "runs/" + waiting.run();

    ObjectNode missing = with(yes, "tool_call_id", "call_9");
    assertRefused(treasury.clerk, run, missing, 404, "suspension_not_found");
    // Of the run, an approver sees only the question.
    assertRefused(treasury.treasurer, run, missing, 404, "run_not_found");
    assertRefused(
        treasury.treasurer, run, with(yes, "suspension_id", "perm_9"), 409, "other_suspension");
    String changed = shown.replace(shown.charAt(0), shown.charAt(0) == '0' ? '1' : '0');
    assertRefused(
        treasury.treasurer, run, with(yes, "arguments_hash", changed), 409, "other_arguments");
    assertRefused(treasury.treasurer, "runs/" + waiting.thread(), yes, 404, "run_not_found");
    var elsewhere = with(yes, "arguments_hash", shown);
    assertRefused(treasury.treasurer, "runs/" + over.run(), elsewhere, 409, "other_arguments");

    assertStillOpen(waiting, before, "another");
    assertThat(treasury.booked()).doesNotContain("over");
  }

  @Test
  @Rows(186)
  void aDecisionTakesEffectOnce() throws Exception {
    WaitingRun waiting = treasury.begin("used");
    var yes = waiting.decision("resume").put("decision_id", "yes-1");
    String run = "runs/" + waiting.run();
    var first = decide(treasury.treasurer, run, yes);
    treasury.rest(waiting);

    assertThat(decide(treasury.treasurer, run, yes).body()).isEqualTo(first.body());
    assertRefused(
        treasury.treasurer, run, with(yes, "decision_id", "yes-2"), 409, "suspension_closed");
    assertRefused(treasury.treasurer, run, waiting.decision("cancel"), 409, "suspension_closed");

    assertThat(treasury.booked()).containsOnlyOnce("used");
  }

  @Test
  @Rows(184)
  void aLateDecisionIsRefused() throws Exception {
    WaitingRun waiting = treasury.begin("late");
    String run = "v1/runs/" + waiting.run();
    Conditions.await(
        "the end", () -> json(treasury.clerk.get(run)).path("status").asText().equals("done"));

    assertRefused(
        treasury.treasurer,
        "runs/" + waiting.run(),
        waiting.decision("resume"),
        409,
        "suspension_expired");
    assertThat(outcomes(treasury.rest(waiting))).containsExactly("cancelled");
    assertThat(treasury.booked()).doesNotContain("late");
  }

  @Test
  @Rows(184)
  void theRequesterCannotApproveUnderTheFourEyesRule() throws Exception {
    WaitingRun waiting = treasury.begin("four-eyes");
    String run = "runs/" + waiting.run();

    assertRefused(treasury.clerk, run, waiting.decision("resume"), 403, "not_an_approver");
    assertThat(decide(treasury.treasurer, run, waiting.decision("resume")).statusCode())
        .isEqualTo(202);

    assertThat(outcomes(treasury.rest(waiting))).containsExactly("succeeded");
    assertThat(treasury.booked()).containsOnlyOnce("four-eyes");
  }

  private static HttpResponse<String> decide(Api who, String what, ObjectNode decision)
      throws Exception {
    return who.answer("POST", "v1/" + what + "/decision", decision.toString());
  }

  private static void assertRefused(
      Api who, String what, ObjectNode decision, int status, String code) throws Exception {
    var answer = decide(who, what, decision);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(json(answer.body()).path("code").asText()).endsWith(code);
  }

  /** Refused decisions called no tool and changed nothing, and the right decision still works. */
  private void assertStillOpen(WaitingRun waiting, JsonNode before, String entry) throws Exception {
    assertThat(treasury.open(waiting)).isEqualTo(before);
    assertThat(treasury.booked()).doesNotContain(entry);
    var yes = waiting.decision("resume");
    assertThat(decide(treasury.treasurer, "runs/" + waiting.run(), yes).statusCode())
        .isEqualTo(202);
    treasury.rest(waiting);
    assertThat(treasury.booked()).containsOnlyOnce(entry);
  }

  private static ObjectNode with(ObjectNode decision, String field, String value) {
    return decision.deepCopy().put(field, value);
  }

  private static List<String> outcomes(List<Frame> frames) {
    return Frame.calls(frames).stream().map(frame -> frame.field("outcome")).toList();
  }
}

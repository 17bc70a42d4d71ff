package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.fixture.Rows;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs that wait for a treasurer, as the callers of a server see them that checks tokens: found in
 * the inbox, decided by those who may, and by nobody else (quality S39). Each test has an agent of
 * its own, whose tool books the agent's name.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SuspensionIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Tokens tokens = new Tokens();
  private ServerProcess server;
  private Api clerk;
  private Api treasurer;
  private Api rival;
  private Api nobody;

  /**
   * @param call the call that waits
   * @param last cursor of the last event that was read
   */
  private record Asked(String run, String thread, String call, String last) {

    ObjectNode decision(String action) {
      return JsonNodeFactory.instance.objectNode().put("tool_call_id", call).put("action", action);
    }
  }

  @BeforeAll
  void serveAgentsThatAskATreasurer() throws Exception {
    Workplace at = Workplace.of(getClass());
    at.deployWith(Ledger.class);
    for (String agent : List.of("inbox", "by-run", "busy", "guarded", "used", "another", "over")) {
      asking(at.documents(), agent, Map.of("role", "treasurer"), null);
    }
    asking(at.documents(), "four-eyes", Map.of("other_than_requester", true), null);
    var soon = Map.of("after_ms", 500, "outcome", "cancel");
    asking(at.documents(), "late", Map.of("role", "treasurer"), soon);
    at.documents().agent("auditor", 0, calls("entries", Map.of()), Turns.says("That is all."));
    server = Servers.start(at, tokens.settings(at.folder()));
    clerk = new Api(server.port(), tokens.good("acme", "ada", "clerk"));
    treasurer = new Api(server.port(), tokens.good("acme", "ben", "treasurer"));
    rival = new Api(server.port(), tokens.good("rival", "eve", "treasurer"));
    nobody = new Api(server.port());
  }

  private static void asking(
      Documents documents, String agent, Map<String, ?> approver, Map<String, ?> expiry)
      throws Exception {
    var rule = new HashMap<String, Object>(Map.of("tool", "book", "behavior", "ask"));
    rule.put("approver", approver);
    if (expiry != null) {
      rule.put("expiry", expiry);
    }
    var document =
        Map.of(
            "model_id",
            agent,
            "plugin_ids",
            List.of("permission"),
            "sections",
            Map.of("permission", Map.of("rules", List.of(rule))));
    documents.agent(
        agent, document, 0, calls("book", Map.of("entry", agent)), Turns.says("It is done."));
  }

  private static Map<String, Object> calls(String tool, Map<String, ?> arguments) {
    return Map.of("tool_calls", List.of(Map.of("name", tool, "arguments", arguments)));
  }

  @AfterAll
  void stop() {
    List.of(clerk, treasurer, rival, nobody).forEach(Api::close);
    server.close();
  }

  @Test
  @Rows(230)
  void aRunThatWaitsIsInTheInboxAndInItsThreadAndIsDecidedThere() throws Exception {
    Asked asked = begin("inbox");
    JsonNode inbox = json(treasurer.get("v1/suspensions?agent_id=inbox")).path("items");
    assertThat(inbox).hasSize(1);
    JsonNode question = inbox.get(0);
    assertThat(question.path("run_id").asText()).isEqualTo(asked.run());
    assertThat(question.at("/pending/arguments/entry").asText()).isEqualTo("inbox");
    assertThat(question.at("/approver/role").asText()).isEqualTo("treasurer");
    assertThat(open(asked)).isEqualTo(question);
    assertThat(rival.get("v1/suspensions")).doesNotContain(asked.run());
    assertThat(nobody.get("v1/suspensions")).doesNotContain(asked.run());

    var taken = decide(treasurer, "threads/" + asked.thread(), asked.decision("resume"));

    assertThat(taken.statusCode()).isEqualTo(202);
    List<Frame> rest = rest(asked);
    assertThat(rest.getFirst().is("tool_call_resumed")).isTrue();
    assertThat(outcomes(rest)).containsExactly("succeeded");
    assertThat(rest.getLast().json().at("/termination/type").asText()).isEqualTo("natural_end");
    assertThat(booked()).containsOnlyOnce("inbox");
    assertThat(open(asked).isMissingNode()).isTrue();
    JsonNode decided =
        json(treasurer.get("v1/suspensions?status=consumed&thread_id=" + asked.thread()));
    assertThat(decided.at("/items/0/decision/decided_by").asText()).isEqualTo("ben");
  }

  @Test
  @Rows(231)
  void aRunShowsWhatItWaitsForAndIsDecidedByItsId() throws Exception {
    Asked asked = begin("by-run");
    JsonNode run = json(clerk.get("v1/runs/" + asked.run()));
    assertThat(run.path("status").asText()).isEqualTo("waiting");
    assertThat(run.at("/waiting/reason").asText()).isEqualTo("decision");
    assertThat(run.at("/waiting/tickets/0/tool_call_id").asText()).isEqualTo(asked.call());

    var no = asked.decision("cancel").put("reason", "not this year");
    assertThat(decide(treasurer, "runs/" + asked.run(), no).statusCode()).isEqualTo(202);

    assertThat(outcomes(rest(asked))).containsExactly("cancelled");
    assertThat(clerk.get("v1/threads/" + asked.thread() + "/messages")).contains("not this year");
    assertThat(booked()).doesNotContain("by-run");
  }

  @Test
  @Rows(231)
  void theModeSaysWhatAMessageDoesToARunThatWaits() throws Exception {
    Asked asked = begin("busy");

    var rejected = write(asked, "reject");
    assertThat(rejected.statusCode()).isEqualTo(409);
    assertThat(json(rejected.body()).at("/details/run_id").asText()).isEqualTo(asked.run());
    assertThat(json(rejected.body()).at("/details/suspension_ids")).hasSize(1);
    assertThat(write(asked, "steer").body()).contains("\"suspended\"").contains(asked.run());
    assertThat(open(asked).isObject()).isTrue();
    assertThat(write(asked, "interrupt").body()).doesNotContain(asked.run());

    JsonNode run = json(clerk.get("v1/runs/" + asked.run()));
    assertThat(run.at("/termination_reason/type").asText()).isEqualTo("cancelled");
    assertRefused(treasurer, "runs/" + asked.run(), asked.decision("resume"), 409, "_closed");
    assertThat(booked()).doesNotContain("busy");
  }

  @Test
  @Rows(186)
  void whoMayNotDecideIsRefusedAndTheQuestionStays() throws Exception {
    Asked asked = begin("guarded");
    JsonNode before = open(asked);

    for (String path : List.of("runs/" + asked.run(), "threads/" + asked.thread())) {
      assertRefused(clerk, path, asked.decision("resume"), 403, "not_an_approver");
      assertRefused(rival, path, asked.decision("resume"), 404, "not_found");
      assertRefused(nobody, path, asked.decision("resume"), 404, "not_found");
    }

    assertStillAsked(asked, before, "guarded");
  }

  @Test
  @Rows(186)
  void aDecisionAboutSomethingElseIsRefusedAndTheQuestionStays() throws Exception {
    Asked asked = begin("another");
    Asked over = begin("over");
    decide(treasurer, "runs/" + over.run(), over.decision("cancel"));
    rest(over);
    JsonNode before = open(asked);
    String shown = before.path("arguments_hash").asText();
    ObjectNode yes = asked.decision("resume");
    String run = "runs/" + asked.run();

    assertRefused(treasurer, run, with(yes, "tool_call_id", "call_9"), 404, "suspension_not_found");
    assertRefused(treasurer, run, with(yes, "suspension_id", "perm_9"), 409, "other_suspension");
    String changed = shown.replace(shown.charAt(0), shown.charAt(0) == '0' ? '1' : '0');
    assertRefused(treasurer, run, with(yes, "arguments_hash", changed), 409, "other_arguments");
    assertRefused(treasurer, "runs/" + asked.thread(), yes, 404, "run_not_found");
    var elsewhere = with(yes, "arguments_hash", shown);
    assertRefused(treasurer, "runs/" + over.run(), elsewhere, 409, "other_arguments");

    assertStillAsked(asked, before, "another");
    assertThat(booked()).doesNotContain("over");
  }

  @Test
  @Rows(186)
  void aDecisionThatWasUsedIsUsedOnce() throws Exception {
    Asked asked = begin("used");
    var yes = asked.decision("resume").put("decision_id", "yes-1");
    String run = "runs/" + asked.run();
    var first = decide(treasurer, run, yes);
    rest(asked);

    assertThat(decide(treasurer, run, yes).body()).isEqualTo(first.body());
    assertRefused(treasurer, run, with(yes, "decision_id", "yes-2"), 409, "suspension_closed");
    assertRefused(treasurer, run, asked.decision("cancel"), 409, "suspension_closed");

    assertThat(booked()).containsOnlyOnce("used");
  }

  @Test
  @Rows(184)
  void aDecisionThatComesTooLateIsRefused() throws Exception {
    Asked asked = begin("late");
    String run = "v1/runs/" + asked.run();
    Conditions.await("the end", () -> json(clerk.get(run)).path("status").asText().equals("done"));

    assertRefused(
        treasurer, "runs/" + asked.run(), asked.decision("resume"), 409, "suspension_expired");
    assertThat(outcomes(rest(asked))).containsExactly("cancelled");
    assertThat(booked()).doesNotContain("late");
  }

  @Test
  @Rows(184)
  void whoAskedForARunDoesNotApproveWhatFourEyesMustSee() throws Exception {
    Asked asked = begin("four-eyes");
    String run = "runs/" + asked.run();

    assertRefused(clerk, run, asked.decision("resume"), 403, "not_an_approver");
    assertThat(decide(treasurer, run, asked.decision("resume")).statusCode()).isEqualTo(202);

    assertThat(outcomes(rest(asked))).containsExactly("succeeded");
    assertThat(booked()).containsOnlyOnce("four-eyes");
  }

  /** A run of the clerk's, read until it waits. */
  private Asked begin(String agent) throws Exception {
    try (EventStream stream = clerk.run(agent)) {
      List<Frame> frames = stream.untilItEnds();
      Frame start = frames.getFirst();
      Frame asks = first(frames, "tool_call_done");
      assertThat(asks.field("outcome")).isEqualTo("suspended");
      assertThat(frames.getLast().json().at("/termination/type").asText()).isEqualTo("suspended");
      return new Asked(
          start.field("run_id"), start.field("thread_id"), asks.field("id"), frames.getLast().id());
    }
  }

  private List<Frame> rest(Asked asked) throws Exception {
    try (EventStream stream = clerk.events(asked.run(), asked.last())) {
      return stream.untilItEnds();
    }
  }

  private HttpResponse<String> write(Asked asked, String mode) throws Exception {
    String body =
        "{\"agent_id\":\"busy\",\"thread_id\":\"%s\",\"mode\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"And?\"}]}"
            .formatted(asked.thread(), mode);
    return clerk.answer("POST", "v1/runs", body);
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

  /** Nothing was called or changed by what was refused, and the right decision still works. */
  private void assertStillAsked(Asked asked, JsonNode before, String entry) throws Exception {
    assertThat(open(asked)).isEqualTo(before);
    assertThat(booked()).doesNotContain(entry);
    var yes = asked.decision("resume");
    assertThat(decide(treasurer, "runs/" + asked.run(), yes).statusCode()).isEqualTo(202);
    rest(asked);
    assertThat(booked()).containsOnlyOnce(entry);
  }

  private static ObjectNode with(ObjectNode decision, String field, String value) {
    return decision.deepCopy().put(field, value);
  }

  /** The open question of the thread; missing when there is none. */
  private JsonNode open(Asked asked) throws Exception {
    return json(treasurer.get("v1/threads/" + asked.thread() + "/suspensions")).at("/items/0");
  }

  private List<String> booked() throws Exception {
    try (EventStream stream = clerk.run("auditor")) {
      JsonNode entries = first(stream.untilItEnds(), "tool_call_done").json().at("/result/data");
      return entries.valueStream().map(JsonNode::asText).toList();
    }
  }

  private static List<String> outcomes(List<Frame> frames) {
    return frames.stream()
        .filter(frame -> frame.is("tool_call_done"))
        .map(frame -> frame.field("outcome"))
        .toList();
  }

  private static Frame first(List<Frame> frames, String type) {
    return frames.stream().filter(frame -> frame.is(type)).findFirst().orElseThrow();
  }

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text);
  }
}

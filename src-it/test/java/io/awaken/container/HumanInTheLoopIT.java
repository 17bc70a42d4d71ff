package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Answer;
import io.awaken.container.ApiClient.Events;
import io.awaken.container.ApiClient.Frame;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An agent whose every tool call needs approval. */
class HumanInTheLoopIT extends BuiltArchiveTest {

  private List<Frame> ask(String more) {
    return run(asking("careful", "What is 6 * 7?", more));
  }

  private static String field(List<Frame> events, String name) {
    return events.getLast().data().get(name).asText();
  }

  private JsonNode question(String thread) {
    return api.get("/v1/threads/" + thread + "/suspensions").json().at("/items/0");
  }

  private static String body(JsonNode question, String action) {
    return "{\"tool_call_id\":\"%s\",\"decision_id\":\"d-1\",\"action\":\"%s\"}"
        .formatted(question.get("tool_call_id").asText(), action);
  }

  @Test
  @Rows({132, 176, 186, 230, 231})
  void aRunWaitsForApprovalAndItsReaderResumesToTheEnd() {
    List<Frame> before = ask("");
    String run = field(before, "run_id");
    String thread = field(before, "thread_id");
    assertThat(before.getLast().data().at("/termination/type").asText()).isEqualTo("suspended");
    assertThat(api.get("/v1/runs/" + run).json().at("/waiting/reason").asText())
        .isEqualTo("decision");
    try (Events second = api.events(run)) {
      assertThat(second.toEnd()).isEqualTo(before);
    }
    try (Events atTheEnd = api.events(run, "Last-Event-ID", before.getLast().id())) {
      assertThat(atTheEnd.status()).isEqualTo(204);
    }

    JsonNode question = question(thread);
    Answer accepted = api.postJson("/v1/runs/" + run + "/decision", body(question, "resume"));
    assertThat(accepted.status()).isEqualTo(202);
    List<Frame> after;
    try (Events rest = api.events(run, "Last-Event-ID", before.getLast().id())) {
      after = rest.toEnd();
    }

    assertThat(after.getFirst().type()).isEqualTo("tool_call_resumed");
    assertThat(after.getLast().data().at("/termination/type").asText()).isEqualTo("natural_end");
    assertThat(after)
        .filteredOn(frame -> frame.type().equals("tool_call_done"))
        .singleElement()
        .satisfies(done -> assertThat(done.data().get("outcome").asText()).isEqualTo("succeeded"));
    Answer again = api.postJson("/v1/threads/" + thread + "/decision", body(question, "resume"));
    assertThat(again.status()).isEqualTo(202);
    assertThat(again.json()).isEqualTo(accepted.json());
    Answer other = api.postJson("/v1/runs/" + run + "/decision", body(question, "cancel"));
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.json().at("/details/status").asText()).isEqualTo("consumed");
  }

  @Test
  void aTokenThatAnswersNoQuestionIsRefused() {
    Answer refused = api.postJson("/v1/answers", "{\"token\":\"none\",\"action\":\"resume\"}");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.json().get("code").asText()).isEqualTo("invalid_token");
  }

  @Test
  void theInboxListsSuspensionsAndErrorsHaveOneShape() {
    List<Frame> events = ask("");
    String decision = "/v1/runs/" + field(events, "run_id") + "/decision";
    JsonNode question = question(field(events, "thread_id"));

    Answer inbox =
        api.get("/v1/suspensions?agent_id=careful&thread_id=" + field(events, "thread_id"));
    assertThat(inbox.status()).isEqualTo(200);
    assertThat(inbox.json().at("/items/0")).isEqualTo(question);
    assertThat(inbox.json().get("has_more").asBoolean()).isFalse();

    assertError(api.get("/v1/suspensions?cursor=x"), 400, "cursor");
    assertError(api.postJson(decision, body(question, "approve")), 400, "action");
    assertError(api.postJson(decision, "{\"action\":\"resume\"}"), 400, "tool_call_id");
    assertError(api.postJson("/v1/runs/none/decision", body(question, "resume")), 404, null);
    assertError(api.get(decision), 405, null);
    assertThat(question(field(events, "thread_id"))).isEqualTo(question);
  }

  @Test
  void newMessagesForAWaitingThreadFollowTheirMode() {
    List<Frame> events = ask("");
    String thread = ",\"thread_id\":\"" + field(events, "thread_id") + "\"";

    assertThat(ask(thread + ",\"mode\":\"steer\"")).containsExactly(events.getLast());
    String rejected = asking("careful", "a", thread, ",\"mode\":\"reject\"");
    Answer busy = api.postJson("/v1/runs", rejected);
    assertThat(busy.status()).isEqualTo(409);
    assertThat(busy.json().at("/details/run_id").asText()).isEqualTo(field(events, "run_id"));
    List<Frame> next = ask(thread);
    assertThat(field(next, "run_id")).isNotEqualTo(field(events, "run_id"));
    assertThat(
            api.get("/v1/runs/" + field(events, "run_id"))
                .json()
                .at("/termination_reason/type")
                .asText())
        .isEqualTo("cancelled");
  }

  private static void assertError(Answer answer, int status, String field) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().get("code").asText()).isNotBlank();
    assertThat(answer.json().path("field").asText(null)).isEqualTo(field);
  }
}

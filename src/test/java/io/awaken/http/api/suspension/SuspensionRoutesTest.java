package io.awaken.http.api.suspension;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.BOB;
import static io.awaken.http.api.run.AskingApi.STRANGER;
import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.http.api.suspension.SuspensionsApi.inbox;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Rows;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions of a thread and of all threads. */
class SuspensionRoutesTest {

  private final AskingApi api =
      new AskingApi(
          AskingNode.APPROVAL
              .decidedBy(new Approver("manager", false))
              .expiring(new Expiry(60_000, DecisionAction.CANCEL)));

  private static SuspensionParameters query(String status, String limit, String cursor) {
    return new SuspensionParameters(status, null, null, null, limit, cursor);
  }

  private static List<String> threads(JsonNode page) {
    return StreamSupport.stream(page.get("items").spliterator(), false)
        .map(item -> item.get("thread_id").asText())
        .toList();
  }

  private void decide(RunId run) {
    String call = api.asking.question(run).callId();
    api.as(BOB)
        .decide(
            run.value(),
            "{\"tool_call_id\":\"" + call + "\",\"action\":\"cancel\",\"reason\":\"no\"}");
  }

  @Test
  @Rows(184)
  void aQuestionShowsItsCallItsMessageAndItsApprovers() {
    RunId run = api.asking.ask("t", ADA);
    SuspensionRecord question = api.asking.question(run);

    JsonNode item = api.suspensionsOf("t", null, null, null).at("/items/0");

    assertThat(item)
        .isEqualTo(
            AskingApi.json(
                """
                {"id":"%s","run_id":"%s","thread_id":"t","agent_id":"a","requester":"ada",
                 "tool_call_id":"%s",
                 "pending":{"id":"%s","name":"pay","arguments":{"value":"10"}},
                 "action":"pay","message":"May I pay?","resume_mode":"replay_tool_call",
                 "status":"open","kind":"approval",
                 "approver":{"role":"manager","other_than_requester":false},
                 "arguments_hash":"%s","created_at":%d,"expires_at":%d}
                """
                    .formatted(
                        question.ticket().suspension().id(),
                        run,
                        question.callId(),
                        question.callId(),
                        question.argumentsHash(),
                        question.createdAt(),
                        question.createdAt() + 60_000)));
  }

  @Test
  void aDecidedQuestionShowsItsDecisionAndIsNotAmongTheOpenOnes() {
    RunId run = api.asking.ask("t", ADA);
    decide(run);

    assertThat(api.suspensionsOf("t", null, null, null).get("items")).isEmpty();
    JsonNode decision = api.suspensionsOf("t", "decided", null, null).at("/items/0/decision");
    assertThat(decision.get("action").asText()).isEqualTo("cancel");
    assertThat(decision.get("reason").asText()).isEqualTo("no");
    assertThat(decision.get("decided_by").asText()).isEqualTo("bob");
    assertThat(decision.get("decided_at").asLong()).isPositive();
  }

  @Test
  @Rows(230)
  void theInboxHasTheOpenQuestionsOfTheTenantOldestFirstAndFiltersThem() {
    List<RunId> runs = new ArrayList<>();
    for (String thread : List.of("t1", "t2", "t3")) {
      runs.add(api.asking.ask(thread, ADA));
      api.asking.clock.advance(java.time.Duration.ofSeconds(1));
    }
    decide(runs.get(1));

    assertThat(threads(inbox(api.as(BOB), query(null, null, null)))).containsExactly("t1", "t3");
    assertThat(threads(inbox(api, query("decided", null, null)))).containsExactly("t2");
    assertThat(threads(inbox(api, query("all", null, null)))).containsExactly("t1", "t2", "t3");
    assertThat(threads(inbox(api, new SuspensionParameters(null, "t3", "a", "pay", null, null))))
        .containsExactly("t3");
    assertThat(threads(inbox(api, new SuspensionParameters(null, null, "b", null, null, null))))
        .isEmpty();
    assertThat(threads(inbox(api, new SuspensionParameters(null, null, null, "x", null, null))))
        .isEmpty();
  }

  @Test
  void callersSeeQuestionsOfTheirTenantAndAnonymousCallersOnlyAnonymousOnes() {
    api.asking.ask("t1", ADA);
    api.asking.ask("t2", Caller.ANONYMOUS);

    assertThat(threads(inbox(api.as(STRANGER), query("all", null, null)))).isEmpty();
    assertThat(threads(inbox(api.as(Caller.ANONYMOUS), query("all", null, null))))
        .containsExactly("t2");
    assertThat(threads(inbox(api.as(BOB), query("all", null, null)))).containsExactly("t1", "t2");
    assertThat(refusal(() -> api.as(STRANGER).suspensionsOf("t1", null, null, null)).code())
        .isEqualTo("thread_not_found");
  }

  @Test
  @Rows(232)
  void theInboxIsPagedWithoutAGapOrARepetition() {
    IntStream.range(0, 5).forEach(i -> api.asking.ask("t" + i, ADA));

    List<String> seen = new ArrayList<>();
    String cursor = null;
    int pages = 0;
    do {
      JsonNode page = inbox(api.as(ADA), query(null, "2", cursor));
      seen.addAll(threads(page));
      assertThat(page.get("has_more").asBoolean()).isEqualTo(page.has("next_cursor"));
      cursor = page.path("next_cursor").asText(null);
      pages++;
    } while (cursor != null);

    assertThat(seen).containsExactly("t0", "t1", "t2", "t3", "t4");
    assertThat(pages).isEqualTo(3);
  }

  @Test
  void aCursorIsValidForItsOwnListOnly() {
    IntStream.range(0, 2).forEach(i -> api.asking.ask("t" + i, ADA));
    String cursor = inbox(api.as(ADA), query(null, "1", null)).get("next_cursor").asText();

    assertForeign(() -> inbox(api, query("all", "1", cursor)));
    assertForeign(() -> inbox(api, new SuspensionParameters(null, "t0", null, null, "1", cursor)));
    assertForeign(() -> api.suspensionsOf("t0", null, "1", cursor));
    assertForeign(() -> inbox(api.as(STRANGER), query(null, "1", cursor)));
    assertThat(threads(inbox(api.as(ADA), query(null, "1", cursor)))).containsExactly("t1");
  }

  @Test
  void anInventedCursorIsRefused() {
    for (String text : List.of("", "x", "!", "[]", "null", "{}", "[null]", "[\"a\",1]")) {
      String cursor = Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
      assertForeign(() -> inbox(api, query(null, null, cursor)));
      assertForeign(() -> inbox(api, query(null, null, text)));
    }
  }

  private static void assertForeign(Runnable request) {
    Refusal refused = refusal(request);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.field()).isEqualTo("cursor");
  }

  @ParameterizedTest
  @CsvSource({
    "never,,,,,status",
    ",a b,,,,thread_id",
    ",,a b,,,agent_id",
    ",,,,x,limit",
  })
  void aBadParameterIsRefusedByItsName(
      String status, String thread, String agent, String action, String limit, String field) {
    Refusal refused =
        refusal(
            () -> inbox(api, new SuspensionParameters(status, thread, agent, action, limit, null)));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.field()).isEqualTo(field);
  }

  @Test
  void anInvalidActionIsRefused() {
    for (String action : List.of("x".repeat(129), "a\0b")) {
      var query = new SuspensionParameters(null, null, null, action, null, null);
      assertThat(refusal(() -> inbox(api, query)).field()).isEqualTo("action");
    }
  }
}

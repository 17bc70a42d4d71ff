package io.awaken.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.suspension.Approver;
import io.awaken.fixture.AskingNode;
import io.awaken.http.api.error.ErrorBodies;
import io.awaken.http.api.run.AskingApi;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A person sees and answers the question of a token without being logged in. */
class AnswerByTokenTest {

  private static final Method ROUTE =
      NativeRoutes.all()
          .filter(route -> NativeRoutes.name(route).equals("answerByToken"))
          .findFirst()
          .orElseThrow();

  private final AnyRoute api =
      new AnyRoute(AskingNode.APPROVAL.decidedBy(new Approver("manager", true)));

  private Response sent(RouteRequest request) {
    return api.answer(ROUTE, request);
  }

  private static RouteRequest saying(String action) {
    return RouteRequest.by(Caller.ANONYMOUS).saying("action", '"' + action + '"');
  }

  private static JsonNode body(Response answer) {
    return AskingApi.wire(answer.getEntity());
  }

  @Test
  void theQuestionIsShownAndStaysOpen() {
    List<Object> before = api.stored();

    Response shown = sent(saying("show"));

    assertThat(shown.getStatus()).isEqualTo(200);
    assertThat(shown.getHeaderString("Cache-Control")).isEqualTo("no-store");
    assertThat(body(shown).path("status").asText()).isEqualTo("open");
    assertThat(body(shown).path("requester").asText()).isEqualTo("ada");
    assertThat(body(shown).at("/pending/arguments/value").asText()).isEqualTo("10");
    assertThat(api.stored()).isEqualTo(before);
  }

  @Test
  void theDecisionIsAcceptedOnceAndShownAfterwards() {
    Response accepted = sent(saying("resume").saying("reason", "\"it is due\""));

    assertThat(accepted.getStatus()).isEqualTo(202);
    assertThat(body(accepted).path("action").asText()).isEqualTo("resume");
    assertThat(sent(saying("cancel")).getStatus()).isEqualTo(409);
    JsonNode decision = body(sent(saying("show"))).path("decision");
    assertThat(decision.path("action").asText()).isEqualTo("resume");
    assertThat(decision.path("decided_by").asText()).isEqualTo("bob");
    assertThat(decision.path("reason").asText()).isEqualTo("it is due");
  }

  @Test
  void whoMayNotDecideTheQuestionIsNotShownIt() {
    String token = '"' + api.token("mine", "ada") + '"';

    assertRefused(sent(saying("show").saying("token", token)), "not_an_approver");
    assertRefused(sent(saying("show").saying("token", "\"none\"")), "invalid_token");
  }

  private static void assertRefused(Response answer, String code) {
    assertThat(answer.getStatus()).isEqualTo(403);
    assertThat(ErrorBodies.refusal(answer).code()).isEqualTo(code);
    assertThat(ErrorBodies.text(answer)).doesNotContain("pay");
  }
}

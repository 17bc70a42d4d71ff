package io.awaken.core.mailbox.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.mailbox.control.DecisionRequest.About;
import io.awaken.core.mailbox.control.DecisionResult.Submitted;
import io.awaken.core.mailbox.control.DecisionResult.Unfit;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;

/** The form that a question requires of its answer. */
class DecisionAnswerTest extends QuestionAsked {

  @Test
  @Rows(185)
  void anAnswerThatDoesNotFitTheQuestionIsRefusedWithItsPlace() {
    JsonNode schema =
        JSON.objectNode()
            .put("type", "object")
            .set(
                "properties", JSON.objectNode().set("n", JSON.objectNode().put("type", "integer")));
    ask(SuspendTicket.result("ask", "How many?", schema));

    var unfit = (Unfit) decide(answering(JSON.objectNode().put("n", "many")));
    assertThat(unfit.field()).isEqualTo("payload");
    assertThat(unfit.reason()).contains("/n", "integer");
    assertThat((Unfit) decide(resume()))
        .extracting(Unfit::reason)
        .asString()
        .contains("payload is required");
    assertUntouched();

    assertThat(decide(answering(JSON.objectNode().put("n", 7)))).isInstanceOf(Submitted.class);
  }

  @Test
  @Rows(185)
  void otherArgumentsMustFitTheToolThatGetsThem() {
    ask(
        SuspendTicket.of(
            ResumeMode.PASS_DECISION_TO_TOOL,
            new Suspension(null, "pay", "With what?", null, null)));

    assertThat(decide(answering(JSON.textNode("10")))).isInstanceOf(Unfit.class);
    assertThat(decide(answering(JSON.objectNode().put("value", 10)))).isInstanceOf(Unfit.class);
    assertUntouched();

    assertThat(decide(answering(JSON.objectNode().put("value", "20"))))
        .isInstanceOf(Submitted.class);
    asking.goOn();
    assertThat(asking.pay.arguments()).containsExactly(JSON.objectNode().put("value", "20"));
  }

  @Test
  void aQuestionWithABrokenSchemaCanOnlyBeCancelled() {
    ask(SuspendTicket.result("ask", "How many?", JSON.objectNode().put("type", 5)));

    assertThat(decide(answering(JSON.textNode("x")))).isInstanceOf(Unfit.class);
    assertThat(decide(cancel())).isInstanceOf(Submitted.class);
  }

  @Test
  void anAnswerHasAtMost64KiBAndAReason2000Characters() {
    ask();

    var answer = (Unfit) decide(answering(JSON.textNode("ä".repeat(1 << 15))));
    assertThat(answer).isEqualTo(new Unfit("payload", "payload must have at most 65536 bytes"));
    var reason =
        (Unfit)
            decide(
                new DecisionRequest(
                    BOB,
                    question.callId(),
                    About.LAST,
                    null,
                    DecisionAction.CANCEL,
                    null,
                    "x".repeat(2_001)));
    assertThat(reason.field()).isEqualTo("reason");
    assertThat(reason.reason()).contains("2000");
    assertUntouched();
  }
}

package io.awaken.core.mailbox.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.control.DecisionRequest.About;
import io.awaken.core.mailbox.control.DecisionResult.Refused;
import io.awaken.core.mailbox.control.DecisionResult.Submitted;
import io.awaken.core.mailbox.control.DecisionResult.Unfit;
import io.awaken.core.mailbox.control.DecisionResult.Why;
import io.awaken.core.message.ToolResult;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;

/** Which question, and which arguments, a decision is about. */
class MeantQuestionTest extends QuestionAsked {

  @Test
  void aRepeatedDecisionDoesNotDecideTheNextQuestionOfTheCall() {
    var curious =
        new FunctionTool(
            "pay", (arguments, call) -> ToolResult.suspended("pay", AskingNode.APPROVAL));
    asking = new AskingNode(curious);
    ask();
    decide(named(resume(), "d1"));
    asking.goOn();
    String next = asking.question(run).ticket().suspension().id();

    var again = (Submitted) decide(named(resume(), "d1"));

    assertThat(again.question()).isNotEqualTo(asking.question(run));
    assertThat(asking.question(run).status()).isEqualTo(SuspensionStatus.OPEN);
    assertThat(decide(about(resume(), next, null))).isInstanceOf(Submitted.class);
  }

  @Test
  @Attacks("S18")
  void aGrantOfAccessAnswersNoOtherQuestionThatTheCallHasAskedSince() {
    SuspendTicket access = SuspendTicket.approval("tool:GrantAccess", "Grant access");
    asking =
        new AskingNode(
            new FunctionTool(
                "pay",
                (arguments, call) ->
                    ToolResult.suspended(
                        "pay", call.decision().isEmpty() ? access : AskingNode.APPROVAL)));
    ask();
    About meant = About.last("tool:GrantAccess");
    var granted =
        new DecisionRequest(
            BOB, question.callId(), meant, "grant-1", DecisionAction.RESUME, null, null);
    assertThat(decide(granted)).isInstanceOf(Submitted.class);
    asking.goOn();

    assertThat(decide(granted)).isInstanceOf(Submitted.class);
    assertThat(((Refused) decide(named(granted, "grant-2"))).why()).isEqualTo(Why.CLOSED);
    assertThat(asking.question(run).ticket().suspension().message())
        .isEqualTo(AskingNode.APPROVAL.suspension().message());
    assertThat(asking.question(run).status()).isEqualTo(SuspensionStatus.OPEN);
  }

  @Test
  void aDecisionWithoutIdsIsRefusedWhenTheCallHasSeveralQuestions() {
    asking =
        new AskingNode(
            new FunctionTool(
                "pay", (arguments, call) -> ToolResult.suspended("pay", AskingNode.APPROVAL)));
    ask();
    String first = question.ticket().suspension().id();
    assertThat(decide(resume())).isInstanceOf(Submitted.class);
    asking.goOn();
    String next = asking.question(run).ticket().suspension().id();

    var unfit = (Unfit) decide(resume());

    assertThat(unfit.field()).isEqualTo("suspension_id");
    assertThat(unfit.reason()).contains("required", first, next);
    assertThat(asking.question(run).status()).isEqualTo(SuspensionStatus.OPEN);
    assertThat(decide(about(resume(), first, null))).isInstanceOf(Submitted.class);
    assertThat(asking.question(run).status()).isEqualTo(SuspensionStatus.OPEN);
    assertThat(decide(named(resume(), "d2"))).isInstanceOf(Submitted.class);
    assertThat(asking.question(run).decision().decisionId()).isEqualTo("d2");
  }

  @Test
  void aDecisionAboutAQuestionThatTheCallDoesNotHaveIsRefused() {
    ask();

    var refused = (Refused) decide(about(resume(), "other", null));

    assertThat(refused.why()).isEqualTo(Why.OTHER_QUESTION);
    assertThat(refused.question()).isEqualTo(question);
    assertUntouched();
  }

  @Test
  @Rows(210)
  void aDecisionForOtherArgumentsIsRefused() {
    ask();

    var refused = (Refused) decide(about(resume(), null, "0".repeat(64)));

    assertThat(refused.why()).isEqualTo(Why.OTHER_ARGUMENTS);
    assertUntouched();
    assertThat(decide(about(resume(), null, question.argumentsHash())))
        .isInstanceOf(Submitted.class);
  }
}
